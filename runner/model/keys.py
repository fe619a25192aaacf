"""Keys: read from the environment by the name that an endpoint gives, and never kept in any configuration."""

from collections.abc import Iterable, Mapping

from runner.errors import MissingPartError
from runner.model.redact import Redactor
from schemas.endpoint import Endpoint


def key_of(endpoint: Endpoint, environment: Mapping[str, str]) -> str | None:
    """Return the key for ``endpoint``, or None if it needs none.

    Raises:
        MissingPartError: If its variable is unset or blank, naming the variable.
    """
    if endpoint.key_variable is None:
        return None
    key = environment.get(endpoint.key_variable, "").strip()
    if not key:
        raise MissingPartError(
            f"the key for {endpoint.base_url} is not set",
            where=f"environment variable {endpoint.key_variable}",
            fix=f"export {endpoint.key_variable}=…",
        )
    return key


def redactor_for(endpoints: Iterable[Endpoint], environment: Mapping[str, str]) -> Redactor:
    """Return a redactor that knows the keys of all ``endpoints`` that are set."""
    names = {endpoint.key_variable for endpoint in endpoints if endpoint.key_variable is not None}
    return Redactor(environment[name].strip() for name in sorted(names) if name in environment)
