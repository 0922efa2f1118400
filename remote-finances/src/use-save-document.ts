import { useErrorText } from '@portal/shared/i18n';
import { saveFile, toast } from '@portal/shared/ui';
import { useState } from 'react';

interface DocumentSave {
  /** The name of the file, with its ending. */
  fileName: string;
  load: () => Promise<Blob>;
  /** The text of the toast when loading fails. */
  failure: (reason: string) => string;
}

/** Loads a document with the session's cookie, and saves it as a file. */
export function useSaveDocument() {
  const { errorText } = useErrorText();
  const [isSaving, setSaving] = useState(false);

  async function save({ fileName, load, failure }: DocumentSave) {
    setSaving(true);
    try {
      saveFile(await load(), fileName);
    } catch (error) {
      toast({ tone: 'error', text: failure(errorText(error)) });
    } finally {
      setSaving(false);
    }
  }
  return { save, isSaving };
}
