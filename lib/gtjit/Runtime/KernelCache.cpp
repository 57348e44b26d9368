//===- KernelCache.cpp - Compiled programs by key -------------------------===//
//
// A hit takes one shared lock. A slot's program is set while the map's lock is
// held exclusively, so that a hit may read it under the shared lock alone.
//
//===----------------------------------------------------------------------===//
#include "gtjit/Runtime/KernelCache.h"

#include <xxhash.h>

namespace gtjit::detail {

std::size_t KernelCache::Hash::operator()(const std::string &key) const {
  return XXH3_64bits(key.data(), key.size());
}

KernelCache::Ticket KernelCache::find(const std::string &key) {
  Ticket ticket;
  {
    std::shared_lock lock(mutex);
    if (auto found = slots.find(key); found != slots.end()) {
      ticket.program = found->second->program;
      if (!ticket.program)
        ticket.slot = found->second;
      return ticket;
    }
  }
  std::unique_lock lock(mutex);
  auto [place, isNew] = slots.try_emplace(key);
  if (isNew) {
    place->second = std::make_shared<Slot>(key);
    ticket.mine = true;
  }
  ticket.program = place->second->program;
  ticket.slot = place->second;
  return ticket;
}

std::shared_ptr<const CompiledProgram> KernelCache::peek(const std::string &key) {
  std::shared_lock lock(mutex);
  auto found = slots.find(key);
  return found == slots.end() ? nullptr : found->second->program;
}

void KernelCache::fulfil(const Ticket &ticket, std::shared_ptr<const CompiledProgram> program) {
  {
    std::unique_lock lock(mutex);
    std::lock_guard slotLock(ticket.slot->mutex);
    ticket.slot->program = std::move(program);
  }
  ticket.slot->done.notify_all();
}

void KernelCache::fail(const Ticket &ticket, std::exception_ptr error) {
  {
    std::unique_lock lock(mutex);
    if (auto found = slots.find(ticket.slot->key);
        found != slots.end() && found->second == ticket.slot)
      slots.erase(found);
    std::lock_guard slotLock(ticket.slot->mutex);
    ticket.slot->error = std::move(error);
  }
  ticket.slot->done.notify_all();
}

std::shared_ptr<const CompiledProgram> KernelCache::wait(const Ticket &ticket) {
  Slot &slot = *ticket.slot;
  std::unique_lock lock(slot.mutex);
  slot.done.wait(lock, [&] { return slot.program || slot.error; });
  if (slot.error)
    std::rethrow_exception(slot.error);
  return slot.program;
}

void KernelCache::clear() {
  std::unique_lock lock(mutex);
  slots.clear();
}

} // namespace gtjit::detail
