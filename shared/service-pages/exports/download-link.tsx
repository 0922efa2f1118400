import { LinkButton } from '@portal/shared/ui';
import type { ComponentProps } from 'react';
import type { CheckedFile } from './checked-download.ts';

interface DownloadLinkProps
  extends Pick<ComponentProps<typeof LinkButton>, 'aria-label' | 'children' | 'size'> {
  file: CheckedFile;
  /** Saves the file; see `useCheckedDownload`. */
  onSave: (file: CheckedFile) => void;
}

/** A link that saves a file after asking whether it would be sent. */
export function DownloadLink({ file, onSave, ...look }: DownloadLinkProps) {
  return (
    <LinkButton
      href={file.address}
      download=""
      external
      theme="outline"
      icon="download"
      onClick={(event) => {
        event.preventDefault();
        onSave(file);
      }}
      {...look}
    />
  );
}
