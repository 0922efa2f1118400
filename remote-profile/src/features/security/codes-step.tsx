import { useUnsavedChanges } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, CopyButton, FormActions, NotificationBox, Stack, saveFile } from '@portal/shared/ui';
import { useState } from 'react';
import classes from './security.module.css';

interface CodesStepProps {
  codes: readonly string[];
  onSaved: () => Promise<void>;
}

/** The recovery codes, shown once, with buttons to copy, save and print them. */
export function CodesStep({ codes, onSaved }: CodesStepProps) {
  const { t } = useTranslation('profileSecuritySidebar');
  const [isPending, setPending] = useState(false);
  useUnsavedChanges(true, { title: t('codes.leaveTitle'), text: t('codes.leaveText') });

  async function confirm() {
    setPending(true);
    await onSaved().finally(() => setPending(false));
  }
  return (
    <Stack>
      <NotificationBox tone="warning" title={t('codes.title')} live>
        {t('codes.explanation')}
      </NotificationBox>
      <ul className={classes['codes']} aria-label={t('codes.list')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <FormActions>
        <CopyButton text={codes.join('\n')} label={t('codes.copy')} showLabel theme="outline" />
        <Button
          size="small"
          theme="outline"
          icon="download"
          onClick={() => saveFile(textFile([t('codes.list'), '', ...codes]), `${t('codes.file')}.txt`)}
        >
          {t('codes.download')}
        </Button>
        <Button size="small" theme="outline" icon="print" onClick={() => printLines(t('codes.list'), codes)}>
          {t('codes.print')}
        </Button>
      </FormActions>
      <FormActions>
        <Button loading={isPending} onClick={() => void confirm()}>
          {t('codes.kept')}
        </Button>
      </FormActions>
    </Stack>
  );
}

function textFile(lines: readonly string[]): Blob {
  return new Blob([`${lines.join('\n')}\n`], { type: 'text/plain' });
}

/** Prints lines of text on their own page, in a frame that is removed after printing. */
function printLines(title: string, lines: readonly string[]): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  // Some browsers print nothing from a frame that is not displayed.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' });
  document.body.append(frame);
  const { contentWindow, contentDocument } = frame;
  if (contentWindow === null || contentDocument === null) {
    frame.remove();
    return;
  }
  const heading = contentDocument.createElement('h1');
  heading.textContent = title;
  const text = contentDocument.createElement('pre');
  text.textContent = lines.join('\n');
  contentDocument.body.append(heading, text);
  contentWindow.addEventListener('afterprint', () => frame.remove());
  contentWindow.print();
}
