import { useErrorText } from '@portal/shared/i18n';
import { toast } from '@portal/shared/ui';
import { useState } from 'react';

interface DocumentSave {
  /** The name of the file, with its ending. */
  fileName: string;
  load: () => Promise<Blob>;
  /** Says that it failed, and why. */
  failure: (reason: string) => string;
}

/** Loads a document within the session and hands it to the browser as a file. */
export function useSaveDocument(): { save: (document: DocumentSave) => Promise<void>; isSaving: boolean } {
  const { errorText } = useErrorText();
  const [isSaving, setSaving] = useState(false);

  async function save({ fileName, load, failure }: DocumentSave) {
    setSaving(true);
    try {
      offer(await load(), fileName);
    } catch (error) {
      toast({ tone: 'error', text: failure(errorText(error)) });
    } finally {
      setSaving(false);
    }
  }
  return { save, isSaving };
}

function offer(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Safari reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
