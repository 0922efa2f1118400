import { isOneOf } from '@portal/contract/response-member';
import { serviceTypes } from '@portal/contract/services';
import { languages, useTranslation } from '@portal/shared/i18n';
import { useServices } from '@portal/shared/session';
import { IconButton } from '@portal/shared/ui';
import { useId, useRef } from 'react';
import classes from './context-list.module.css';
import { type ContextKind, contextKinds, type SupportContext, without } from './support-draft.ts';

interface ContextListProps {
  context: SupportContext;
  onChange: (context: SupportContext) => void;
}

/** Everything that is sent beside the text; the customer can remove each item. */
export function ContextList({ context, onChange }: ContextListProps) {
  const { t } = useTranslation('profileSupportSidebar');
  const titleOf = useContextTitle();
  const id = useId();
  const heading = useRef<HTMLParagraphElement>(null);
  const kinds = contextKinds.filter((kind) => context[kind] !== undefined);

  function handleRemove(removed: ContextKind) {
    onChange(without(context, removed));
    // The pressed button is gone; the focus moves to the beginning of the list.
    heading.current?.focus();
  }
  return (
    <div>
      <p id={id} ref={heading} tabIndex={-1} className={classes['heading']}>
        {kinds.length === 0 ? t('context.none') : t('context.title')}
      </p>
      <ul aria-labelledby={id} className={classes['list']}>
        {kinds.map((kind) => (
          <li key={kind} className={classes['item']}>
            <span className={classes['kind']}>{t(`context.${kind}`)}</span>
            <span className={classes['value']}>{titleOf(kind, context[kind] ?? '')}</span>
            <IconButton
              icon="close"
              size="small"
              label={t('context.remove', { what: t(`context.${kind}`) })}
              onClick={() => handleRemove(kind)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Shows services and languages by name, and everything else as it is sent. */
function useContextTitle(): (kind: ContextKind, value: string) => string {
  const { t } = useTranslation('profileSupportSidebar');
  const { data } = useServices();
  return (kind, value) => {
    if (kind === 'language') return languages.find(({ code }) => code === value)?.title ?? value;
    const service = kind === 'service_id' && data?.services.find(({ service_id }) => service_id === value);
    return service && isOneOf(serviceTypes, service.type)
      ? `${t(`categories.${service.type}`)} · ${value}`
      : value;
  };
}
