"""Finds and downloads the files of a data set on the Hugging Face Hub, at one pinned commit.

``datasets`` says which files make up a configuration and a split, and ``huggingface_hub`` downloads and caches them;
the values are read by ``runner.dataset.tables``. ``datasets``' own readers would infer types: an answer ``NA`` becomes
a missing value and ``007`` a seven.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from runner.errors import DataError, MissingPartError
from schemas.dataset import HubDataset

_WHOLE_COMMIT = re.compile(r"[0-9a-f]{40}")
_SHORT_COMMIT = re.compile(r"[0-9a-f]{7,39}")
_LOCAL_COPY = "dataset.path=FILE reads a local copy instead"


@dataclass(frozen=True, slots=True)
class HubFiles:
    """The files of one split, on this machine."""

    paths: list[Path]
    revision: str
    """The whole commit hash that they belong to."""
    notes: tuple[str, ...]


def fetch_files(dataset: HubDataset) -> HubFiles:
    """Download the files of the data set's split, or find them in the cache.

    Args:
        dataset: The data set; its ``path`` is not looked at.

    Raises:
        MissingPartError: If the optional library is not installed, or the Hub cannot be reached.
        DataError: If there is no such repository, revision, configuration or split.
    """
    try:
        from datasets import load_dataset_builder
        from huggingface_hub import hf_hub_download
    except ImportError as error:
        fix = f"install the extra: pip install 'ragcanary[hub]'; or {_LOCAL_COPY}"
        raise MissingPartError(
            "reading from the Hub needs the library `datasets`", where=dataset.repo, fix=fix
        ) from error
    with _hub_errors(dataset):
        revision, notes = _resolve(dataset)
        builder = load_dataset_builder(dataset.repo, dataset.config, revision=revision)
        urls = _split_files(builder, dataset)
        names = [_name_in_repo(url, revision, dataset) for url in urls]
        paths = [Path(hf_hub_download(dataset.repo, name, repo_type="dataset", revision=revision)) for name in names]
    return HubFiles(paths, revision, notes)


def _resolve(dataset: HubDataset) -> tuple[str, tuple[str, ...]]:
    """Return the whole commit hash of the revision; the Hub's download routes take no shortened ones."""
    from huggingface_hub import HfApi

    revision = dataset.revision
    if _WHOLE_COMMIT.fullmatch(revision):
        return revision, ()
    api = HfApi()
    if _SHORT_COMMIT.fullmatch(revision):
        commits = [commit.commit_id for commit in api.list_repo_commits(dataset.repo, repo_type="dataset")]
        matching = [commit for commit in commits if commit.startswith(revision)]
        if len(matching) == 1:
            return matching[0], ()
        what = f"{len(matching)} commits begin with {revision}"
        raise DataError(what, where=dataset.repo, fix="give the whole commit hash as dataset.revision")
    resolved = api.dataset_info(dataset.repo, revision=revision).sha
    if not resolved:
        raise DataError(f"the Hub names no commit for {revision!r}", where=dataset.repo, fix="give a commit hash")
    return resolved, (f"the revision {revision!r} of {dataset.repo} is a name that can move; it was {resolved}",)


def _split_files(builder: Any, dataset: HubDataset) -> list[str]:  # noqa: ANN401 - `datasets` is optional
    splits = {str(split): list(urls) for split, urls in (builder.config.data_files or {}).items()}
    if dataset.split not in splits:
        fix = f"dataset.split must be one of: {', '.join(sorted(splits)) or 'none'}"
        raise DataError(f"there is no split {dataset.split!r}", where=dataset.repo, fix=fix)
    return splits[dataset.split]


def _name_in_repo(url: str, revision: str, dataset: HubDataset) -> str:
    prefix = f"hf://datasets/{dataset.repo}@{revision}/"
    if not url.startswith(prefix):
        what = "the data set keeps files outside its repository, which no revision pins"
        raise DataError(what, where=url, fix=f"download it; {_LOCAL_COPY}")
    return url.removeprefix(prefix)


@contextmanager
def _hub_errors(dataset: HubDataset) -> Iterator[None]:
    """Turn the many errors of the Hub's libraries into one of two: it is not there, or cannot be reached."""
    from datasets.exceptions import DatasetsError
    from huggingface_hub.errors import HfHubHTTPError, RepositoryNotFoundError, RevisionNotFoundError

    # The Hub's client re-exports the HTTP library that it was built on, httpx or httpx2, for this very purpose.
    http_error: type[Exception] = import_module("huggingface_hub.utils").httpx.HTTPError
    where = f"{dataset.repo}@{dataset.revision}"
    try:
        yield
    except (RepositoryNotFoundError, RevisionNotFoundError, DatasetsError, ValueError) as error:
        fix = f"check dataset.repo, revision and config (and, if it is gated, log in); {_LOCAL_COPY}"
        raise DataError(f"the Hub does not have this data set: {_first_line(error)}", where=where, fix=fix) from error
    except (HfHubHTTPError, http_error, OSError) as error:
        fix = f"check the network; {_LOCAL_COPY}"
        raise MissingPartError(f"the Hub cannot be reached: {_first_line(error)}", where=where, fix=fix) from error


def _first_line(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"
