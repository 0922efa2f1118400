import { pageComposition } from '../composition/page-releases.ts';
import { config } from '../document/portal-document.ts';
import type { AreaRow } from './use-area-rows.ts';

interface SupportTextRequest {
  reference: string | null;
  rows: readonly AreaRow[];
}

/**
 * What a customer sends to support: lines of name and value, the same in every language, since others read them.
 * Nothing of the customer stands in it but the browser's own description.
 */
export function supportText({ reference, rows }: SupportTextRequest): string {
  const { number, created, host } = pageComposition();
  return [
    ...(reference === null ? [] : [`reference: ${reference}`]),
    `portal: ${config.instance}, ${config.environment}`,
    `composition: ${number} of ${created}`,
    `host: ${described(host)}`,
    ...rows.map((row) => `${row.id}: ${described(row)}`),
    `time: ${new Date().toISOString()}`,
    `browser: ${navigator.userAgent}`,
  ].join('\n');
}

function described({ version, commit, state, source, reference }: Partial<AreaRow>): string {
  const parts = [version, commit?.slice(0, 10), state, source, reference && `reference ${reference}`];
  return parts.filter(Boolean).join(', ');
}
