import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors/http-error.ts';

/** Deeper than any body of the contract; recursive code further in overflows its stack at a few thousand. */
const maxDepth = 20;
/** More commas and opening brackets than any body of the contract has. */
const maxMembers = 400;

/**
 * Refuses JSON that is nested too deeply or has too many members. It is not parsed for that: 60 KB of empty arrays take
 * milliseconds to parse and to check, so that some connections without a session would occupy the process.
 */
export function limitJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = String(body);
    return isLimited(json) ? parse(request, json, done) : done(new HttpError('malformed_json'));
  });
}

/** Whatever it returns for text that is no JSON, parsing refuses that. */
function isLimited(json: string): boolean {
  let depth = 0;
  let members = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') at = endOfString(json, at);
    else if (character === ',') members += 1;
    else if (character === '[' || character === '{') {
      depth += 1;
      members += 1;
    } else if (character === ']' || character === '}') depth -= 1;
    if (depth > maxDepth || members > maxMembers) return false;
  }
  return true;
}

/** Returns the index of the quote that ends the string which begins at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}
