import { useTranslation } from 'react-i18next';
import classes from './feedback.module.css';
import { Spinner } from './spinner.tsx';

export interface LoaderProps {
  /** What is being waited for; "Loading" when absent. */
  label?: string;
  size?: 'small' | 'big';
  /** Shows the label beside the ring; otherwise it is only spoken. */
  showLabel?: boolean;
}

/** A turning ring that announces itself politely. */
export function Loader({ label, size = 'big', showLabel = false }: LoaderProps) {
  const { t } = useTranslation('common');
  return (
    <div role="status" className={classes.loader} data-size={size}>
      <Spinner />
      <span className={showLabel ? undefined : classes.hidden}>{label ?? t('ui.loading')}</span>
    </div>
  );
}
