// @ts-check
/**
 * A form made from a JSON Schema, and what is filled in as a value.
 *
 * What is left empty is left out. What does not fit is sent all the same: the surface checks arguments and says what is
 * wrong in its own sentence. Only what is no JSON where JSON is wanted stays here.
 */

import { el, fresh } from './dom.js';

/** Nothing was filled in. */
const NOTHING = Symbol('nothing');

/** What cannot be read, in a sentence. */
export class Unreadable extends Error {}

/**
 * The fields of an object.
 *
 * @param {any} schema
 * @param {string} path how a sentence calls it, such as `input`
 * @returns {{ element: HTMLElement, read: () => any, write: (value: any) => void, isEmpty: boolean }}
 */
export function object(schema, path = 'input') {
  const properties = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required ?? []);
  const fields = properties.map(([name, of]) => ({ name, ...field(of, name, `${path}.${name}`, required.has(name)) }));
  const element = el('div', { class: 'fields' }, ...fields.map((one) => one.element));
  const read = () => {
    const value = {};
    for (const { name, read } of fields) {
      const given = read();
      if (given !== NOTHING) value[name] = given;
    }
    return value;
  };
  const write = (value) => {
    for (const { name, write } of fields) write(value?.[name]);
  };
  return { element, read, write, isEmpty: fields.length === 0 };
}

function field(schema, name, path, required) {
  const id = fresh('field');
  const note = schema.description ? el('p', { class: 'note', id: `${id}-note`, text: schema.description }) : null;
  const input = control(schema, id, path, required);
  if (input.constant) return { element: null, read: input.read, write: input.write };
  for (const element of [input.element, ...input.element.querySelectorAll(`#${id}`)]) {
    if (element.id === id && note) element.setAttribute('aria-describedby', note.id);
    if (element.id === id && required) element.setAttribute('aria-required', 'true');
  }
  const label = el('label', { for: id }, el('span', { class: 'name', text: name }), el('span', { class: 'type', text: kind(schema) }));
  if (required) label.append(el('span', { class: 'required', text: 'required' }));
  return { element: el('div', { class: 'field' }, label, input.element, note), read: input.read, write: input.write };
}

/** What a schema wants, in a word or two. */
function kind(schema) {
  if (schema.enum || (schema.oneOf ?? schema.anyOf)?.every((one) => 'const' in one)) return 'one of';
  if (schema.oneOf ?? schema.anyOf) return 'one of several';
  if (schema.contentEncoding) return `${schema.contentEncoding} text`;
  if (schema.type === 'array') return schema.items?.type ? `list of ${schema.items.type}, JSON` : 'list, JSON';
  if (schema.type === 'object') return 'object, JSON';
  return Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any JSON');
}

function control(schema, id, path, required) {
  if ('const' in schema) return { constant: true, element: null, read: () => schema.const, write: () => {} };
  const several = schema.oneOf ?? schema.anyOf;
  if (schema.enum) return choice(schema.enum.map((value) => ({ value })), id, required, schema.default);
  if (several?.every((one) => 'const' in one)) {
    return choice(several.map((one) => ({ value: one.const, note: one.description ?? one.title })), id, required, schema.default);
  }
  if (several) return variants(several, id, path, required);
  if (schema.type === 'boolean') return choice([{ value: true }, { value: false }], id, required, schema.default);
  if (schema.type === 'string') return line(schema, id, required, (text) => text);
  if (schema.type === 'number' || schema.type === 'integer') return line(schema, id, false, numeral);
  return text(schema, id, path);
}

/** A number as typed; what is none stays the text it is, for the surface to say so. */
function numeral(text) {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : text;
}

function line(schema, id, keepsEmpty, parse) {
  const number = schema.type !== 'string';
  const element = number ? el('input', { id, type: 'text', inputmode: 'decimal', autocomplete: 'off' }) : el('textarea', { id, rows: 1, autocomplete: 'off', spellcheck: 'false' });
  if (schema.default !== undefined) element.placeholder = String(schema.default);
  const read = () => (element.value === '' && !keepsEmpty ? NOTHING : parse(element.value));
  const write = (value) => (element.value = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value));
  return { element, read, write };
}

function text(schema, id, path) {
  const empty = schema.type === 'array' ? '[…]' : schema.type === 'object' ? '{…}' : 'JSON';
  const element = el('textarea', { id, rows: 2, class: 'code', placeholder: empty, autocomplete: 'off', spellcheck: 'false' });
  const read = () => {
    if (element.value.trim() === '') return NOTHING;
    try {
      return JSON.parse(element.value);
    } catch (error) {
      throw new Unreadable(`${path} is no JSON: ${/** @type {Error} */ (error).message}.`);
    }
  };
  const write = (value) => (element.value = value === undefined ? '' : JSON.stringify(value, null, 2));
  return { element, read, write };
}

/** One of some values, or none of them. */
function choice(options, id, required, preset) {
  const element = el('select', { id });
  const none = preset === undefined ? (required ? 'Choose one' : 'Not given') : `Not given (${JSON.stringify(preset)})`;
  element.append(el('option', { value: '', text: none }));
  for (const [index, { value, note }] of options.entries()) {
    const word = typeof value === 'string' ? value : JSON.stringify(value);
    element.append(el('option', { value: String(index), text: note ? `${word}: ${note}` : word }));
  }
  const read = () => (element.value === '' ? NOTHING : options[Number(element.value)].value);
  const write = (value) => {
    const index = options.findIndex((option) => JSON.stringify(option.value) === JSON.stringify(value));
    element.value = index < 0 ? '' : String(index);
  };
  return { element, read, write };
}

/** One of several shapes, each with fields of its own. */
function variants(shapes, id, path, required) {
  const parts = shapes.map((shape) => {
    if (shape.type === 'object' || shape.properties) return { title: titleOf(shape), ...object(shape, path) };
    const own = control(shape, fresh('field'), path, true);
    own.element?.setAttribute('aria-label', path);
    return { title: titleOf(shape), ...own };
  });
  const select = el('select', { id });
  select.append(el('option', { value: '', text: required ? 'Choose one' : 'Not given' }));
  for (const [index, part] of parts.entries()) select.append(el('option', { value: String(index), text: part.title }));
  const slot = el('div', { class: 'variant' });
  const show = () => slot.replaceChildren(...(select.value === '' ? [] : [parts[Number(select.value)].element].filter(Boolean)));
  select.addEventListener('change', show);
  const read = () => (select.value === '' ? NOTHING : parts[Number(select.value)].read());
  const write = (value) => {
    const index = value === undefined ? -1 : shapes.findIndex((shape) => fits(shape, value));
    select.value = index < 0 ? '' : String(index);
    if (index >= 0) parts[index].write(value);
    show();
  };
  return { element: el('div', { class: 'several' }, select, slot), read, write };
}

function titleOf(shape) {
  if (shape.title) return shape.title;
  const tag = Object.values(shape.properties ?? {}).find((of) => of && typeof of === 'object' && 'const' in of);
  if (tag) return String(tag.const);
  const only = Object.keys(shape.properties ?? {});
  if (only.length === 1) return only[0];
  return shape.description ?? ('const' in shape ? String(shape.const) : (shape.type ?? 'value'));
}

/** Whether a value is of a shape, as far as it takes to find the fields for it. */
function fits(shape, value) {
  if ('const' in shape) return shape.const === value;
  const types = [shape.type].flat().filter(Boolean);
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  if (types.length > 0 && !types.includes(type) && !(types.includes('integer') && type === 'number')) return false;
  if (type !== 'object') return true;
  const tags = Object.entries(shape.properties ?? {}).filter(([, of]) => of && 'const' in of);
  return tags.every(([name, of]) => value[name] === of.const) && (shape.required ?? []).every((name) => name in value);
}
