import { useTranslation } from '@portal/shared/i18n';
import { Button, PageHeader } from '@portal/shared/ui';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './invoice/invoice.module.css';

interface DocumentPanelProps extends Pick<ComponentProps<typeof PageHeader>, 'title' | 'actions'> {
  onBack: () => void;
  children: ReactNode;
}

/** One document instead of the list, so that it can be read and printed. */
export function DocumentPanel({ onBack, title, actions, children }: DocumentPanelProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const panel = useRef<HTMLDivElement>(null);
  // The list's button that had the focus is gone with the list. A layout effect also runs when code of the document has arrived,
  // until which the panel is hidden and loses the focus.
  useLayoutEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={panel} tabIndex={-1} className={classes.panel}>
      <PageHeader
        above={
          <div className={classes.back}>
            <Button theme="ghost" size="medium" icon="arrow-left" onClick={onBack}>
              {t('invoice.back')}
            </Button>
          </div>
        }
        title={title}
        actions={actions}
      />
      {children}
    </div>
  );
}
