#!/usr/bin/env python3
"""The kernels of gtjit_device in JAX, on the device that JAX finds.

  python3 benchmarks/peers/jax_device.py [--size 512x512x80] [--seconds 0.5]

Prints a table of the same form: the least time of a call, calls following each other without a
wait in between, and the time of the first one. Arrays are [k][j][i], i fastest, with a halo of
three points in i and j where a kernel reads neighbours; on meshes [k][element].
"""
import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np

HALO = 3


def lap(u):
    return u[:, 1:-1, 2:] + u[:, 1:-1, :-2] + u[:, 2:, 1:-1] + u[:, :-2, 1:-1] - 4 * u[:, 1:-1, 1:-1]


def copy(u):
    return jnp.copy(u)


def lap2d(u):
    return lap(u[:, 2:-2, 2:-2])


def lap3d(u):
    v = u[:, HALO:-HALO, HALO:-HALO]
    return (u[1:-1, HALO:-HALO, 4:-2] + u[1:-1, HALO:-HALO, 2:-4] + u[1:-1, 4:-2, HALO:-HALO]
            + u[1:-1, 2:-4, HALO:-HALO] + v[2:] + v[:-2] - 6 * v[1:-1])


def hdiff(u, c):
    u = u[:, 1:-1, 1:-1]
    l = -lap(u)
    u = u[:, 1:-1, 1:-1]
    fx = l[:, :, 1:] - l[:, :, :-1]
    fx = jnp.where(fx * (u[:, :, 1:] - u[:, :, :-1]) > 0, 0, fx)
    fy = l[:, 1:] - l[:, :-1]
    fy = jnp.where(fy * (u[:, 1:] - u[:, :-1]) > 0, 0, fy)
    c = c[:, HALO:-HALO, HALO:-HALO]
    return u[:, 1:-1, 1:-1] - c * (fx[:, 1:-1, 1:] - fx[:, 1:-1, :-1] + fy[:, 1:, 1:-1] - fy[:, :-1, 1:-1])


def vadv(u, w, tendency):
    zero = jnp.zeros_like(u[:1])
    lower = jnp.concatenate([zero, -0.25 * w[1:]])
    upper = jnp.concatenate([0.25 * w[1:], zero])
    right = (3 * u + tendency - lower * (jnp.concatenate([zero, u[:-1]]) - u)
             - upper * (jnp.concatenate([u[1:], zero]) - u))

    def eliminate(carry, x):
        c, d = carry
        l, up, r = x
        q = 1 / (3 - l - up - l * c)
        carry = (up * q, (r - l * d) * q)
        return carry, carry

    def substitute(x, cd):
        x = cd[1] - cd[0] * x
        return x, x

    first = (zero[0], zero[0])
    _, (c, d) = jax.lax.scan(eliminate, first, (lower, upper, right))
    _, x = jax.lax.scan(substitute, zero[0], (c, d), reverse=True)
    return 3 * (x - u)


def e2vsum(f, sign, v2e):
    return sum(sign[:, n] * f[:, v2e[:, n]] for n in range(6))


def nabla(f, sign, sx, sy, volume, v2e, e2v):
    z = 0.5 * (f[:, e2v[:, 0]] + f[:, e2v[:, 1]])
    zx, zy = sx * z, sy * z
    return (e2vsum(zx, sign, v2e) / volume, e2vsum(zy, sign, v2e) / volume)


def tables(nx, ny):
    i, j = np.meshgrid(np.arange(nx), np.arange(ny))
    v2e = np.empty((nx * ny, 6), np.int32)
    for c in range(3):
        dx, dy = c != 1, c != 0
        v2e[:, c] = (3 * (i + nx * j) + c).ravel()
        v2e[:, 3 + c] = (3 * ((i - dx) % nx + (j - dy) % ny * nx) + c).ravel()
    e2v = np.empty((3 * nx * ny, 2), np.int32)
    for c in range(3):
        e2v[c::3, 0] = (i + nx * j).ravel()
        e2v[c::3, 1] = ((i + (c != 1)) % nx + (j + (c != 0)) % ny * nx).ravel()
    return jnp.asarray(v2e), jnp.asarray(e2v)


def measure(name, kernel, arrays, moved, seconds):
    compiled = jax.jit(kernel)
    start = time.perf_counter()
    jax.block_until_ready(compiled(*arrays))
    first = time.perf_counter() - start
    best, calls, begin = 1e30, 1, time.perf_counter()
    while time.perf_counter() - begin < seconds or best > 1e29:
        start = time.perf_counter()
        for _ in range(calls):
            result = compiled(*arrays)
        jax.block_until_ready(result)
        spent = time.perf_counter() - start
        if spent < 5e-3 and calls < 10000:
            calls *= 2
        else:
            best = min(best, spent / calls)
    kind = "f64" if arrays[0].dtype == jnp.float64 else "f32"
    print(f"| {name} | {kind} | {1e6 * best:.1f} us | {1e-9 * moved / best:.0f} GB/s | {1e3 * first:.1f} ms |",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--size", default="512x512x80")
    parser.add_argument("--seconds", type=float, default=0.5)
    options = parser.parse_args()
    jax.config.update("jax_enable_x64", True)
    nx, ny, nz = map(int, options.size.split("x"))
    random = np.random.default_rng(0)
    print(f"JAX {jax.__version__}, {jax.devices()[0].device_kind}\n")
    print("| kernel | type | a call | bandwidth | first result |\n|---|---|---|---|---|")
    for kind in (np.float64, np.float32):
        size = np.dtype(kind).itemsize

        def fields(count, *shape):
            return [jnp.asarray(random.random(shape, kind)) for _ in range(count)]

        points, halo = nx * ny * nz, (nz, ny + 2 * HALO, nx + 2 * HALO)
        measure("copy", copy, fields(1, nz, ny, nx), 2 * points * size, options.seconds)
        measure("lap2d", lap2d, fields(1, *halo), 2 * points * size, options.seconds)
        measure("lap3d", lap3d, fields(1, *halo), (points + nx * ny * (nz - 2)) * size, options.seconds)
        measure("hdiff", hdiff, fields(2, *halo), 3 * points * size, options.seconds)
        measure("vadv", vadv, fields(3, nz, ny, nx), 4 * points * size, options.seconds)
        for name, axes in (("sum", None), ("sum along i", 2), ("sum along k", 0)):
            measure(name, lambda u, axes=axes: jnp.sum(u, axes), fields(1, nz, ny, nx), points * size, options.seconds)
        vertices = nx * ny
        sign = jnp.asarray(np.repeat(np.array([[1, 1, 1, -1, -1, -1]], kind), vertices, 0))
        v2e, e2v = tables(nx, ny)
        measure("e2vsum", e2vsum, fields(1, nz, 3 * vertices) + [sign, v2e],
                4 * points * size + 6 * vertices * (size + 4), options.seconds)
        measure("nabla", nabla,
                fields(1, nz, vertices) + [sign] + fields(2, 3 * vertices) + fields(1, vertices) + [v2e, e2v],
                3 * points * size + vertices * (13 * size + 48), options.seconds)


if __name__ == "__main__":
    main()
