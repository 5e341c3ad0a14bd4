"""The page of `clashbox play`: the virtual device with its keys, and the live game with the referee's
findings.
"""
