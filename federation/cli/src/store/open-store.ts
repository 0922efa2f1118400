import path from 'node:path';
import { directoryStore } from './directory-store.ts';
import type { ReleaseStore } from './release-store.ts';
import { s3Store } from './s3-store.ts';
import { withSafePaths } from './safe-paths.ts';

/** The address of the store is invalid, or a setting is missing; the message names it. */
export class StoreAddressError extends Error {
  override readonly name = 'StoreAddressError';
}

/**
 * Opens `s3://bucket/prefix`, with the settings of `S3_ENDPOINT`, `AWS_REGION`, `AWS_ACCESS_KEY_ID` and
 * `AWS_SECRET_ACCESS_KEY`, or else a folder; `progress` gets a line when the lock of a folder is taken over. Throws StoreAddressError.
 */
export function openStore(...request: Parameters<typeof openUnchecked>): ReleaseStore {
  return withSafePaths(openUnchecked(...request));
}

function openUnchecked(
  address: string,
  environment: Record<string, string | undefined>,
  progress?: (text: string) => void,
): ReleaseStore {
  // The working directory otherwise, for example with a variable of a pipeline that is not set.
  if (address.trim() === '') throw new StoreAddressError('the address of the store is empty');
  const bucket = /^s3:\/\/([a-z0-9.-]+)(?:\/(.*))?$/.exec(address);
  if (bucket === null) {
    if (address.includes('://'))
      throw new StoreAddressError(`${address} is neither a folder nor s3://bucket/prefix`);
    return directoryStore(path.resolve(address), progress);
  }
  const [, name = '', folder = ''] = bucket;
  const prefix = folder.replace(/\/$/, '');
  const setting = (variable: string) => {
    const value = environment[variable];
    if (value === undefined || value === '') throw new StoreAddressError(`${address} needs ${variable}`);
    return value;
  };
  return s3Store({
    endpoint: setting('S3_ENDPOINT').replace(/\/$/, ''),
    region: environment['AWS_REGION'] ?? 'us-east-1',
    bucket: name,
    prefix: prefix === '' ? '' : `${prefix}/`,
    accessKeyId: setting('AWS_ACCESS_KEY_ID'),
    secretAccessKey: setting('AWS_SECRET_ACCESS_KEY'),
  });
}
