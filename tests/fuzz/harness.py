"""libFuzzer's side: started by `python -m tests.fuzz` with its options; see there."""

import importlib
import pkgutil
import random
import sys

import atheris

with atheris.instrument_imports(include=["clashbox", "clashcore"]):
    # What is loaded on demand otherwise would go unseen.
    for name in ("clashcore", "clashbox.rules", "clashbox.cards"):
        for module in pkgutil.iter_modules(importlib.import_module(name).__path__, name + "."):
            importlib.import_module(module.name)
    from tests.fuzz import target

SEEDS = target.seeds()


def mutate(data: bytes, most: int, seed: int) -> bytes:
    """Half of the time lines are moved about, else libFuzzer turns bits and bytes."""
    r = random.Random(seed)
    if r.random() < 0.5:
        return target.mutated(data, r, SEEDS)[:most]
    return atheris.Mutate(data, most)


if __name__ == "__main__":
    atheris.Setup(sys.argv, target.one, custom_mutator=mutate)
    atheris.Fuzz()
