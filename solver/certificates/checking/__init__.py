"""The checker of certificates: by the rules in `positions`, without asking an engine or a kernel.

Only the clauses of refutations are derived by code that is shared with the SAT engine.
"""
