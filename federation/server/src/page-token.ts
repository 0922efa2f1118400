import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { versionSchema } from '@portal/federation-contract/composition';
import type { ReleaseSource } from '@portal/federation-contract/release-telemetry';
import { releaseSources } from '@portal/federation-contract/release-telemetry';
import * as v from 'valibot';

/** A release that a page may run, by the id of its area or `host`, and why. */
export interface AllowedRelease {
  area: string;
  version: string;
  source: ReleaseSource;
}

/** What the server states about a page that it has served. */
export interface PageToken {
  /** Identifies the page: 128 random bits, base64url. */
  visit: string;
  releases: readonly AllowedRelease[];
}

/** Seconds in which a page may report: tabs stay open for a day. */
export const tokenSeconds = 86_400;

const contentSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.tuple([
    v.string(),
    v.number(),
    v.array(v.tuple([v.string(), v.picklist(releaseSources), versionSchema])),
  ]),
);

/** A random number for a page. */
export function newVisit(): string {
  return randomBytes(16).toString('base64url');
}

/** The signed token of a page: its content and an HMAC-SHA256, base64url. */
export function signPageToken({ visit, releases }: PageToken, key: KeyObject): string {
  const issued = Math.floor(Date.now() / 1000);
  const content = [visit, issued, releases.map(({ area, source, version }) => [area, source, version])];
  const text = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${text}.${macOf(text, key).toString('base64url')}`;
}

/** The content of a token; undefined when this server has not signed it, or it has expired. */
export function readPageToken(token: string, key: KeyObject): PageToken | undefined {
  const [text = '', mac = ''] = token.split('.');
  const given = Buffer.from(mac, 'base64url');
  const expected = macOf(text, key);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [visit, issued, releases] = v.parse(contentSchema, Buffer.from(text, 'base64url').toString());
  if (issued + tokenSeconds < Date.now() / 1000) return undefined;
  return { visit, releases: releases.map(([area, source, version]) => ({ area, source, version })) };
}

function macOf(text: string, key: KeyObject): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
