"""What the data of ragcanary looks like: the frozen spec, the logs and the results.

This package imports neither ``runner`` nor ``reports``; both of them import it.
"""
