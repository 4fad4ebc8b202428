"""Whether an answer of the API is what its schema says."""

import re
from functools import cache
from typing import Any

from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]


@cache
def schema() -> Any:
    """The API's description as JSON schema, in which no field is left unmentioned."""
    return _strict(SchemaGenerator().get_schema(request=None, public=True))


def as_described(answer: Any, *, method: str, path: str) -> None:
    """Fail if a good answer isn't as the schema describes it, down to the names of its fields."""
    route = re.sub(r"<\w+:(\w+)>", r"{\1}", resolve(path).route).replace("{pk}", "{id}")
    responses = schema()["paths"][f"/{route}"][method]["responses"]
    content = responses[str(answer.status_code)]["content"]["application/json"]
    kind = {**content["schema"], "components": schema()["components"]}
    Draft202012Validator(kind).validate(answer.json())


def _strict(part: Any) -> Any:
    if isinstance(part, list):
        return [_strict(one) for one in part]
    if not isinstance(part, dict):
        return part
    made = {name: _strict(value) for name, value in part.items() if name != "nullable"}
    if isinstance(part.get("properties"), dict) and part.get("type") == "object":
        made = {"additionalProperties": False, **made}
    return {"anyOf": [made, {"type": "null"}]} if part.get("nullable") is True else made
