import { useTranslation } from '@portal/shared/i18n';
import { useLocation } from '@portal/shared/router';
import { type ReactNode, useEffect, useRef } from 'react';
import { AnonymousBar } from '../layout/anonymous-bar.tsx';
import classes from './about.module.css';

/** The frame of a page that needs no account: the bar, and nothing that asks who is there. */
export function AboutFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('about');
  const main = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // As a document's load would, for who comes here from another page of the portal.
  const isFirstPage = useRef(key === 'default');
  useEffect(() => {
    if (!isFirstPage.current) main.current?.focus({ preventScroll: true });
  }, []);
  useNoIndex();
  return (
    <div className={classes['frame']}>
      <AnonymousBar />
      <main ref={main} tabIndex={-1} aria-label={t('title')} className={classes['main']}>
        {children}
      </main>
    </div>
  );
}

/** Keeps the page out of search engines, for which it says nothing. */
function useNoIndex(): void {
  useEffect(() => {
    const meta = document.createElement('meta');
    Object.assign(meta, { name: 'robots', content: 'noindex' });
    document.head.append(meta);
    return () => meta.remove();
  }, []);
}
