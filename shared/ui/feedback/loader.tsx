import { useTranslation } from 'react-i18next';
import { classNames } from '../class-names.ts';
import layoutClasses from '../layout/layout.module.css';
import classes from './loader.module.css';

/** A rotating ring, as decoration only: Loader names what is loading. */
export function Spinner({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={classNames(classes.spinner, className)} />;
}

interface LoaderProps {
  /** What is loading; "Loading" by default. */
  label?: string;
  size?: 'small' | 'big';
  /** Shows the label beside the ring; otherwise only assistive technology reads it. */
  showLabel?: boolean;
}

/** A rotating ring whose label is announced politely. */
export function Loader({ label, size = 'big', showLabel = false }: LoaderProps) {
  const { t } = useTranslation('common');
  return (
    <div role="status" className={classes.loader} data-size={size}>
      <Spinner />
      <span className={showLabel ? undefined : layoutClasses.hidden}>{label ?? t('ui.loading')}</span>
    </div>
  );
}
