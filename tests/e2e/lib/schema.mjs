// The subset of JSON Schema that WebMCP takes (and hosts understand): no references, no format, no
// null, no unions but a plain anyOf, closed objects. Gives what is outside it, with the path.

const REFUSED = [
  '$ref', '$defs', 'definitions', 'format', 'oneOf', 'allOf', 'not', 'if', 'then', 'else',
  'contentEncoding', 'contentMediaType', 'patternProperties', 'unevaluatedProperties', 'unevaluatedItems',
  'dependentRequired', 'dependentSchemas', 'prefixItems', 'nullable',
];
const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean'];

/** What is outside the subset; empty when nothing is. A tool without a schema has no problem. */
export function problems(schema, path = 'input') {
  if (schema === undefined || schema === null) return [];
  if (typeof schema !== 'object' || Array.isArray(schema)) return [`${path} is no object`];
  const found = [];
  for (const key of REFUSED) if (key in schema) found.push(`${path} uses ${key}`);
  if ('type' in schema && !TYPES.includes(schema.type)) {
    found.push(`${path} has the type ${JSON.stringify(schema.type)}`);
  }
  if ('additionalProperties' in schema && schema.additionalProperties !== false) {
    found.push(`${path} has additionalProperties other than false`);
  }
  for (const value of schema.enum ?? []) if (value === null) found.push(`${path} lists null`);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    found.push(...problems(property, `${path}.${name}`));
  }
  for (const name of schema.required ?? []) {
    if (!(name in (schema.properties ?? {}))) found.push(`${path} requires ${name}, which it does not have`);
  }
  for (const one of schema.anyOf ?? []) found.push(...problems(one, `${path}|`));
  if (schema.items) found.push(...problems(schema.items, `${path}[]`));
  return found;
}
