"""System files: read strictly, validated, and registered with Hydra as plain data."""

from pathlib import Path

from pydantic import ValidationError

from runner.configure.explain import explain
from runner.configure.paths import CONF, SYSTEMS
from runner.configure.strict_yaml import StrictDocument, load_strict
from runner.errors import ConfigError
from schemas.system import SYSTEM, System


def load_system(path: Path) -> System:
    """Read and validate one system file.

    Args:
        path: A file ``<slug>.yaml``.

    Raises:
        ConfigError: Naming file, line, key and the nearest valid names.
    """
    document = load_strict(path, shown_as=f"{path.parent.name}/{path.name}")
    system = validate_system(document)
    if system.slug != path.stem:
        raise ConfigError(
            f"the slug `{system.slug}` is not the file's name",
            where=document.where(("slug",)),
            fix=f"name the file {system.slug}.yaml, or write `slug: {path.stem}`",
        )
    return system


def validate_system(document: StrictDocument) -> System:
    """Validate a strictly loaded document as a system, with errors that name its lines."""
    try:
        return SYSTEM.validate_python(document.data, strict=True)
    except ValidationError as error:
        raise explain(error, model=SYSTEM, where=document.where) from error


def system_files(folders: list[Path]) -> dict[str, Path]:
    """Return the system files of several configuration folders by slug; later folders replace earlier ones."""
    return {path.stem: path for folder in folders for path in sorted((folder / SYSTEMS).glob("*.yaml"))}


def register_systems(folders: list[Path] | None = None) -> dict[str, ConfigError]:
    """Register every valid system file as Hydra's group ``system``.

    Hydra's own loader never sees the files: what is registered is the validated model, dumped with all its defaults, so
    that every field can be overridden and none can be invented.

    Args:
        folders: Configuration folders; the shipped one by default.

    Returns:
        The errors of files that are not valid, by slug. They matter only to who selects them.
    """
    from hydra.core.config_store import ConfigStore

    store, broken = ConfigStore.instance(), {}
    for slug, path in system_files(folders or [CONF]).items():
        try:
            system = load_system(path)
        except ConfigError as error:
            broken[slug] = error
            continue
        store.store(group="system", name=slug, node=system.model_dump(mode="json"), package=f"system.{slug}")
    return broken
