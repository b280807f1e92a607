"""Whether JSON fits a schema, a value per line or one in all.    validate.py SCHEMA FILE..."""
import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1]))
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
wrong = 0
for name in sys.argv[2:]:
    text = open(name).read()
    try:
        values = [json.loads(text)]
    except ValueError:
        values = [json.loads(line) for line in text.splitlines()]
    for value in values:
        for error in kind(schema).iter_errors(value):
            print(f"{name}: {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")
            wrong += 1
sys.exit(wrong != 0)
