"""Composition: Hydra's compose API over the shipped configuration, with errors that name the override."""

import difflib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from runner.configure.explain import Loc, explain, nearest
from runner.configure.overrides import Override, parse_overrides
from runner.configure.paths import CONF
from runner.configure.systems import register_systems, system_files
from runner.errors import ConfigError
from schemas.campaign import CampaignConfig


@dataclass(frozen=True, slots=True)
class Composed:
    """A composed and validated configuration."""

    config: CampaignConfig
    """The campaign's configuration."""
    overrides: tuple[str, ...]
    """The overrides that led to it."""
    choices: dict[str, str]
    """Which file each group took."""


def compose(overrides: Sequence[str], *, config_dir: Path | None = None) -> Composed:
    """Compose and validate a campaign's configuration.

    Args:
        overrides: Overrides in Hydra's grammar; none may be a sweep.
        config_dir: A folder searched beside the shipped configuration, with the same groups and ``systems/``.

    Raises:
        ConfigError: For unknown keys, open ``???``, wrong types, unreadable overrides, invalid system files.
    """
    parsed = parse_overrides(overrides)
    folders = [CONF] if config_dir is None else [CONF, config_dir]
    broken = register_systems(folders)
    composed, choices = _compose_raw(parsed, config_dir, broken)
    data = _resolve(composed, parsed, choices)
    try:
        # Through JSON, where strict means what a YAML author means by it: a list is a list, and "4" is no number.
        config = CampaignConfig.model_validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        raise explain(error, model=CampaignConfig, where=lambda loc: _place(loc, parsed, choices)) from error
    for slug, system in config.system.items():
        if system.slug != slug:
            raise ConfigError(
                f"system `{slug}` calls itself `{system.slug}`",
                where=f"system.{slug}.slug",
                fix="leave the slug as its file has it",
            )
    return Composed(config=config, overrides=tuple(overrides), choices=choices)


def _compose_raw(
    parsed: list[Override], config_dir: Path | None, broken: dict[str, ConfigError]
) -> tuple[Any, dict[str, str]]:
    import hydra
    from hydra.errors import HydraException
    from omegaconf.errors import OmegaConfBaseException

    texts = [override.text for override in parsed]
    if config_dir is not None:
        texts.append(f"hydra.searchpath=['file://{config_dir.resolve()}']")
    try:
        with hydra.initialize_config_dir(str(CONF), version_base="1.3"):
            composed = hydra.compose("campaign", overrides=texts, return_hydra_config=True)
    except (HydraException, OmegaConfBaseException) as error:
        raise _composition_error(error, parsed, config_dir, broken) from error
    except (yaml.YAMLError, OSError, ValueError) as error:
        # Hydra lets through what its loader meets in a file, and what an override makes of the defaults list.
        raise ConfigError(
            f"the configuration cannot be composed: {error}",
            where=" ".join(texts) or "conf/campaign.yaml",
            fix="a group takes the name of a file, or a list of names; files are YAML in UTF-8",
        ) from error
    choices = {str(group): str(choice) for group, choice in composed.hydra.runtime.choices.items()}
    if any(group.split("@")[0].split("/")[0] == "systems" for group in choices):
        raise ConfigError("system files are data that Hydra must not load", fix="choose systems by slug: system=[a,b]")
    return composed, {g: c for g, c in choices.items() if not g.startswith("hydra/") and c != "None"}


def _allow_pure_resolvers() -> None:
    """Leave interpolations nothing but the configuration itself: no environment, no clock, no Hydra internals.

    A spec may hold the names of variables, never their values, and must be the same tomorrow. Two functions serve
    prompts that state the threshold.
    """
    from omegaconf import OmegaConf

    OmegaConf.clear_resolvers()
    for impure in ("oc.env", "oc.create", "oc.deprecated"):
        OmegaConf.clear_resolver(impure)
    OmegaConf.register_new_resolver("confidence_threshold", lambda k: f"{100 * k / (k + 1):.4g}")
    OmegaConf.register_new_resolver("plain_number", lambda value: f"{value:.12g}")


def _resolve(composed: Any, parsed: list[Override], choices: dict[str, str]) -> dict[str, Any]:  # noqa: ANN401
    from omegaconf import OmegaConf
    from omegaconf.errors import OmegaConfBaseException

    _allow_pure_resolvers()
    plain = OmegaConf.masked_copy(composed, [str(key) for key in composed if key != "hydra"])
    try:
        # Not OmegaConf.missing_keys: it resolves, and an interpolation of a missing setting would hide which one.
        missing = sorted(_open_settings(OmegaConf.to_container(plain, resolve=False)))
        data = None if missing else OmegaConf.to_container(plain, resolve=True)
    except OmegaConfBaseException as error:
        key = error.full_key or ""
        raise ConfigError(
            f"the interpolation in `{key}` cannot be resolved",
            where=_place(tuple(key.split(".")), parsed, choices),
            fix="an interpolation names a setting, ${scoring.k}; the environment is not read",
        ) from error
    if missing:
        places = {_place(tuple(key.split(".")), parsed, choices) for key in missing}
        raise ConfigError(
            f"{len(missing)} setting{'s' if len(missing) > 1 else ''} must be given: {', '.join(missing)}",
            where=", ".join(sorted(places)),
            fix=" ".join(f"{key}=…" for key in missing),
        )
    assert isinstance(data, dict)  # noqa: S101 - the root of campaign.yaml is a mapping
    return {str(key): value for key, value in data.items() if key != "experiment"}


def _open_settings(node: Any, path: str = "") -> Iterator[str]:  # noqa: ANN401
    """Yield the keys whose value is still ``???``."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _open_settings(value, f"{path}.{key}" if path else str(key))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from _open_settings(value, f"{path}.{index}")
    elif node == "???":
        yield path


def _place(loc: Loc, parsed: list[Override], choices: dict[str, str]) -> str:
    """Name where a key was set: the override that set it or a parent of it, else the file of its group."""
    key = ".".join(str(part) for part in loc)
    for override in reversed(parsed):
        if key == override.key or key.startswith(override.key + "."):
            return f"override {override.text}"
    group = str(loc[0]) if loc else ""
    if group == "system" and len(loc) > 1:
        return f"systems/{loc[1]}.yaml"
    if group in choices:
        return f"conf/{group}/{choices[group]}.yaml"
    experiment = choices.get("experiment")
    return f"conf/experiment/{experiment}.yaml or conf/campaign.yaml" if experiment else "conf/campaign.yaml"


def _composition_error(
    error: Exception, parsed: list[Override], config_dir: Path | None, broken: dict[str, ConfigError]
) -> ConfigError:
    """Turn Hydra's error into ours: which override, which key or file, and the nearest that exist."""
    text = str(error)
    for override in parsed:
        if f"'{override.key}'" in text and "Could not override" in text:
            return _unknown_key(override, parsed, config_dir, broken)
        if "Ambiguous value" in text and f"'{override.text}'" in text:
            key, _, value = override.text.partition("=")
            return ConfigError(
                f"`{key}` got several values",
                where=override.text,
                fix=f"one value with a comma: '{key}=\"{value}\"'; a list: '{key}=[{value}]'; a sweep: add -m",
            )
    missing = getattr(error, "missing_cfg_file", None)
    if missing:
        group, _, name = str(missing).rpartition("/")
        if group == "system":
            if name in broken:
                return broken[name]
            folders = [CONF] if config_dir is None else [CONF, config_dir]
            known = sorted(set(system_files(folders)) - set(broken))
        else:
            known = sorted(path.stem for path in (CONF / group).glob("*.yaml"))
        place = next((o.text for o in parsed if o.key == group or name in o.text), "the defaults list")
        return ConfigError(f"there is no {group or 'file'} `{name}`", where=place, fix=nearest(name, known))
    return ConfigError(text.split("\nSee https", maxsplit=1)[0], where=" ".join(o.text for o in parsed))


def _groups() -> set[str]:
    """Return the groups that the root configuration chooses a file of."""
    from omegaconf import OmegaConf

    root = OmegaConf.load(CONF / "campaign.yaml")
    entries = [entry for entry in root.defaults if entry != "_self_"]
    return {str(key).split("@")[0] for entry in entries for key in entry}


def _unknown_key(
    override: Override, parsed: list[Override], config_dir: Path | None, broken: dict[str, ConfigError]
) -> ConfigError:
    """Compose without the value overrides, to see which keys stand where the unknown one was put."""
    from omegaconf import OmegaConf

    groups = _groups()
    # The faulty override itself must not be composed again, or this would never end.
    kept = [o for o in parsed if o.key in groups and o is not override]
    composed, _ = _compose_raw(kept, config_dir, broken)
    node: Any = OmegaConf.to_container(composed, resolve=False)
    parts = override.key.split(".")
    for index, part in enumerate(parts):
        if not isinstance(node, dict) or part not in node:
            known = [str(key) for key in node if key != "hydra"] if isinstance(node, dict) else []
            if node is None and index:
                hint = f"`{'.'.join(parts[:index])}` is null here; choose a file or an experiment that sets it"
                break
            known += [name for name in ("experiment", "system") if index == 0 and name not in known]
            hint = nearest(part, known)
            if part.startswith("system") and "/" not in part and index == 0:
                hint = hint or "did you mean `system`?"
            break
        node = node[part]
    else:
        hint = ""
    close = difflib.get_close_matches(override.key, sorted(groups), n=1)
    return ConfigError(
        f"unknown key `{override.key}`",
        where=f"override {override.text}",
        fix=hint or (f"did you mean `{close[0]}`?" if close else ""),
    )
