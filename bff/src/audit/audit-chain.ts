import { createHmac, randomBytes } from 'node:crypto';

/** The last record of a chain: how many records there are, and the MAC that covers all of them. */
export interface ChainHead {
  chain: string;
  records: number;
  mac: string;
}

/** Chains the records of one process's security log, so that changed and removed records are noticed. */
export interface AuditChain {
  /** Adds the chain, the number and the MAC to a line of the security log. Returns every other line unchanged. */
  seal(line: string): string;
  /** The last record; undefined before the first. */
  head(): ChainHead | undefined;
}

/** How a record of the security log ends. In the text of a caller the quotes would be escaped. */
const recordEnd = ',"msg":"security"}\n';

/** Starts a chain. `key` is derived from SECRETS_KEY: without it, nobody can write a record that fits. */
export function createAuditChain(key: Buffer): AuditChain {
  const chain = `aud_${randomBytes(9).toString('base64url')}`;
  let head: ChainHead | undefined;
  return {
    seal: (line) => {
      if (!line.endsWith(recordEnd)) return line;
      const records = (head?.records ?? 0) + 1;
      const text = `${line.slice(0, -2)},"chain":"${chain}","chain_record":${records}`;
      const mac = macOf(key, head?.mac ?? '', text);
      head = { chain, records, mac };
      return `${text},"chain_mac":"${mac}"}\n`;
    },
    head: () => head,
  };
}

/** A sealed line of a log. */
export interface SealedRecord {
  /** The text that the MAC covers, together with the MAC of the record before. */
  text: string;
  chain: string;
  record: number;
  mac: string;
}

const sealed =
  /^(\{.*,"msg":"security","chain":"(aud_[\w-]{12})","chain_record":(\d{1,15})),"chain_mac":"([\w-]{43})"\}$/;

/** Reads a line of a log. Returns undefined for lines that are no sealed record. */
export function readSealed(line: string): SealedRecord | undefined {
  const [, text, chain, record, mac] = sealed.exec(line) ?? [];
  if (text === undefined || chain === undefined || mac === undefined) return undefined;
  return { text, chain, record: Number(record), mac };
}

/** The MAC of a record, which covers the record before through its MAC. */
export function macOf(key: Buffer, previousMac: string, text: string): string {
  return createHmac('sha256', key).update(`${previousMac}\n${text}`).digest('base64url');
}
