import { type ChainHead, macOf, readSealed, type SealedRecord } from './audit-chain.ts';

/** A head that the database has stored, and when its chain began. */
export interface StoredHead extends ChainHead {
  /** Whether older logs, which may contain the beginning of the chain, are not verified. */
  isPartial?: boolean;
}

export interface VerifiedLog {
  records: number;
  chains: number;
  /** One sentence for each record, or run of records, that was changed, removed, added or moved. */
  problems: string[];
  /** The chains without any record that fits a key: a process has one key, which may be another one. */
  misfits: string[];
}

interface Reading {
  last: SealedRecord;
  /** Whether the MAC of a record was compared, and whether one was right. */
  isCompared: boolean;
  hasFit: boolean;
  /** The MAC of the record that is the stored head. */
  headMac: string | undefined;
}

/**
 * Verifies the security records among the lines of one or more logs, in the order in which they were written. `heads` are
 * those of the database, without which a removed end of a log is not noticed. `keys` are derived from SECRETS_KEY and earlier ones.
 */
export async function verifyLog(
  lines: AsyncIterable<string> | Iterable<string>,
  { keys, heads }: { keys: readonly Buffer[]; heads: readonly StoredHead[] },
): Promise<VerifiedLog> {
  const stored = new Map(heads.map((head) => [head.chain, head]));
  const readings = new Map<string, Reading>();
  const problems: string[] = [];
  let records = 0;
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (!line.includes('"msg":"security"')) continue;
    const record = readSealed(line);
    if (record === undefined) {
      problems.push(`Line ${number} is a security record without a valid seal.`);
      continue;
    }
    records += 1;
    const { chain } = record;
    const reading = readings.get(chain);
    const place = { keys, previous: reading?.last, isPartial: stored.get(chain)?.isPartial };
    const problem = misplacement(record, place);
    const isCompared = problem === undefined && !isUnknowable(record, place);
    const fits = isCompared && hasRightMac(record, place);
    if (problem !== undefined) problems.push(`Line ${number}: ${problem}`);
    if (isCompared && !fits)
      problems.push(`Line ${number}: record ${record.record} of chain ${chain} was changed.`);
    readings.set(chain, {
      last: record,
      isCompared: isCompared || reading?.isCompared === true,
      hasFit: fits || reading?.hasFit === true,
      headMac: record.record === stored.get(chain)?.records ? record.mac : reading?.headMac,
    });
  }
  for (const head of heads) problems.push(...endProblems(head, readings.get(head.chain)));
  const misfits = [...readings].flatMap(([chain, { isCompared, hasFit }]) =>
    isCompared && !hasFit ? chain : [],
  );
  return { records, chains: readings.size, problems, misfits };
}

interface Place {
  keys: readonly Buffer[];
  previous: SealedRecord | undefined;
  isPartial: boolean | undefined;
}

/** The beginning of a partial chain has no record before, so its first MAC cannot be computed. */
function isUnknowable({ record }: SealedRecord, { previous, isPartial }: Place): boolean {
  return previous === undefined && isPartial === true && record > 1;
}

/** What is wrong with the place of a record, if anything. */
function misplacement(sealed: SealedRecord, place: Place): string | undefined {
  if (isUnknowable(sealed, place)) return undefined;
  const { chain, record } = sealed;
  const expected = (place.previous?.record ?? 0) + 1;
  if (record > expected)
    return `records ${expected} to ${record - 1} of chain ${chain} are missing before it.`;
  if (record < expected) return `record ${record} of chain ${chain} is repeated or was moved.`;
  return undefined;
}

function hasRightMac({ text, mac }: SealedRecord, { keys, previous }: Place): boolean {
  return keys.some((key) => macOf(key, previous?.mac ?? '', text) === mac);
}

function endProblems({ chain, records, mac }: StoredHead, reading: Reading | undefined): string[] {
  if (reading === undefined)
    return [`Chain ${chain} with ${records} records is missing: name all logs, also staff.log.`];
  const { last, headMac } = reading;
  if (last.record < records)
    return [`Records ${last.record + 1} to ${records} of chain ${chain} are missing at its end.`];
  return headMac === mac ? [] : [`Record ${records} of chain ${chain} is not the one that was stored.`];
}
