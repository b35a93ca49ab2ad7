"""Questions about the games as clauses, for the SAT solvers of python-sat.

`formula` collects clauses, `process` runs a solver on them in a child process that can be stopped,
and each game has its own module that states its rules in clauses.
"""
