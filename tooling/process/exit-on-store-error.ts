import { StoreError } from '@portal/federation-cli/release-store';

/** Does the work of a command. If a folder cannot be written, as on a full disk, it prints why and ends the process. */
export async function exitOnStoreError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
