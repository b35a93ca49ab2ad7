"""Questions about the games as clauses, for the SAT solvers of python-sat.

`formula` gathers clauses, `process` runs a solver on them in a child process that can be stopped,
and each game has a module of its own that states its rules in clauses.
"""
