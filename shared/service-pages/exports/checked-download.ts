import { useState } from 'react';

/** A file that a link saves. */
export interface CheckedFile {
  address: string;
  /** Rejects if the server would not send the file now: a link that saves a file cannot read a refusal. */
  check: () => Promise<unknown>;
}

type Progress = 'checking' | 'saving' | { failure: unknown };

/** Saves files as links do, after asking whether they would be sent. The state is that of the latest file. */
export function useCheckedDownload() {
  const [latest, setLatest] = useState<{ address: string; progress: Progress }>();
  async function run({ address, check }: CheckedFile): Promise<void> {
    setLatest({ address, progress: 'checking' });
    try {
      await check();
      saveAs(address);
      setLatest({ address, progress: 'saving' });
    } catch (failure) {
      setLatest({ address, progress: { failure } });
    }
  }
  /** A second click while the first one is being checked does nothing. */
  const save = (file: CheckedFile): void => {
    if (latest?.address !== file.address || latest.progress !== 'checking') void run(file);
  };
  /** The state of the latest file, if it is one of these: what was said about another is not true of them. */
  const progressOf = (files: readonly CheckedFile[]): Progress | undefined =>
    files.some(({ address }) => address === latest?.address) ? latest?.progress : undefined;
  return { save, progressOf };
}

/** Follows a link that saves a file: the browser shows the progress, also on other pages. */
function saveAs(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
