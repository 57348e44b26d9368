//===- KernelCache.cpp - Compiled programs by key -------------------------===//
//
// A hit takes one shared lock. A slot's program is set while the map's lock is
// held exclusively, so that a hit may read it under the shared lock alone, and
// notes its turn in the slot. Programs are let go an eighth of the limit at a
// time, so that finding the oldest costs little, and without any lock, since
// that may unmap memory.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Code/KernelCache.h"

#include <xxhash.h>

#include <algorithm>
#include <new>
#include <vector>

namespace gtjit::detail {

std::size_t KernelCache::Hash::operator()(std::string_view key) const {
  return XXH3_64bits(key.data(), key.size());
}

/// The program of a slot, null if it is being made.
std::shared_ptr<const CompiledProgram> KernelCache::used(Slot &slot) {
  slot.lastUse.store(lookups.fetch_add(1, std::memory_order_relaxed), std::memory_order_relaxed);
  return slot.program;
}

KernelCache::Ticket KernelCache::find(std::string_view key) {
  Ticket ticket;
  {
    std::shared_lock lock(mutex);
    if (auto found = slots.find(key); found != slots.end()) {
      ticket.program = used(*found->second);
      if (!ticket.program)
        ticket.slot = found->second;
      return ticket;
    }
  }
  auto made = std::make_shared<Slot>(key);
  std::unique_lock lock(mutex);
  auto [place, isNew] = slots.try_emplace(made->key, made);
  ticket.mine = isNew;
  ticket.slot = place->second;
  ticket.program = used(*ticket.slot);
  return ticket;
}

std::shared_ptr<const CompiledProgram> KernelCache::peek(std::string_view key) {
  std::shared_lock lock(mutex);
  auto found = slots.find(key);
  return found == slots.end() ? nullptr : used(*found->second);
}

/// Takes the programs that were not used for longest from the map until there is
/// room; not the one that was just made. Without memory for their list all stay up to
/// the next time.
KernelCache::Slots KernelCache::evict(const Slot &made) noexcept {
  Slots oldest;
  if (held.bytes <= limit)
    return oldest;
  try {
    oldest.reserve(slots.size());
  } catch (const std::bad_alloc &) {
    return oldest;
  }
  for (const auto &[key, slot] : slots)
    if (slot->program && slot.get() != &made)
      oldest.push_back(slot);
  std::sort(oldest.begin(), oldest.end(),
            [](const auto &a, const auto &b) { return a->lastUse < b->lastUse; });
  auto end = oldest.begin();
  for (; end != oldest.end() && held.bytes > limit - limit / 8; ++end) {
    slots.erase((*end)->key);
    held.bytes -= (*end)->bytes;
    --held.programs;
    ++held.evictions;
  }
  oldest.erase(end, oldest.end());
  return oldest;
}

/// Under the map's lock.
void KernelCache::fill(Slot &slot, std::shared_ptr<const CompiledProgram> program) {
  {
    std::lock_guard slotLock(slot.mutex);
    std::swap(slot.program, program);
  }
  slot.bytes = static_cast<std::int64_t>(slot.program->bytes() + slot.key.size() + sizeof(Slot));
}

bool KernelCache::replace(std::string_view key, const CompiledProgram &old,
                          std::shared_ptr<const CompiledProgram> made) noexcept {
  Slots dropped;
  std::unique_lock lock(mutex);
  auto found = slots.find(key);
  if (found == slots.end() || found->second->program.get() != &old)
    return false;
  Slot &slot = *found->second;
  held.bytes -= slot.bytes;
  fill(slot, std::move(made));
  held.bytes += slot.bytes;
  dropped = evict(slot);
  lock.unlock();
  return true;
}

void KernelCache::fulfil(const Ticket &ticket,
                         std::shared_ptr<const CompiledProgram> program) noexcept {
  Slots dropped;
  {
    std::unique_lock lock(mutex);
    Slot &slot = *ticket.slot;
    fill(slot, std::move(program));
    // Others may have cleared the cache since.
    if (auto found = slots.find(slot.key); found != slots.end() && found->second == ticket.slot) {
      held.bytes += slot.bytes;
      ++held.programs;
      dropped = evict(slot);
    }
  }
  ticket.slot->done.notify_all();
}

void KernelCache::fail(const Ticket &ticket, std::function<void()> raise) noexcept {
  {
    std::unique_lock lock(mutex);
    if (auto found = slots.find(ticket.slot->key);
        found != slots.end() && found->second == ticket.slot)
      slots.erase(found);
    std::lock_guard slotLock(ticket.slot->mutex);
    ticket.slot->raise = std::move(raise);
  }
  ticket.slot->done.notify_all();
}

std::shared_ptr<const CompiledProgram> KernelCache::wait(const Ticket &ticket) {
  Slot &slot = *ticket.slot;
  std::unique_lock lock(slot.mutex);
  slot.done.wait(lock, [&] { return slot.program || slot.raise; });
  if (slot.raise)
    slot.raise();
  return slot.program;
}

void KernelCache::clear() {
  decltype(slots) dropped; // goes after the lock
  std::unique_lock lock(mutex);
  std::swap(dropped, slots);
  held.programs = held.bytes = 0;
}

KernelCache::Usage KernelCache::usage() const {
  std::shared_lock lock(mutex);
  return held;
}

} // namespace gtjit::detail
