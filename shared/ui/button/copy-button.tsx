import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../layout/layout.tsx';
import { Button, type ButtonLook, IconButton } from './button.tsx';

interface CopyButtonProps extends Pick<ButtonLook, 'theme' | 'size'> {
  text: string;
  /** The accessible name, such as "Copy: IBAN"; "Copy" by default. */
  label?: string;
  /** Shows the label beside the icon. */
  showLabel?: boolean;
}

const confirmationMs = 1000;

/** A button that copies a text and confirms it for 1000 ms. */
export function CopyButton({
  text,
  label,
  showLabel = false,
  theme = 'ghost',
  size = 'small',
}: CopyButtonProps) {
  const { t } = useTranslation('common');
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>();

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), confirmationMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    setOutcome(undefined);
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      // The browser refused, or the page has no secure context; the customer can still copy by hand.
      setOutcome('copyFailed');
    }
  }
  const name = label ?? t('ui.copy');
  const icon = outcome === 'copied' ? 'check' : outcome ? 'close' : 'copy';
  return (
    <>
      {showLabel ? (
        <Button theme={theme} size={size} icon={icon} onClick={copy}>
          {outcome ? t(`ui.${outcome}`) : name}
        </Button>
      ) : (
        <IconButton theme={theme} size={size} icon={icon} label={name} onClick={copy} />
      )}
      <VisuallyHidden>
        <span aria-live="polite">{outcome && t(`ui.${outcome}`)}</span>
      </VisuallyHidden>
    </>
  );
}
