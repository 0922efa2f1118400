import { type HistoryKind, type SavedView, viewNameFormSchema } from '@portal/contract/saved-views';
import { useForm } from '@portal/shared/form';
import { useErrorText, useFormat, useTranslation } from '@portal/shared/i18n';
import { useLocation } from '@portal/shared/router';
import {
  Button,
  ConfirmDialog,
  FailureNotice,
  Form,
  FormActions,
  Menu,
  rememberPreset,
  TextField,
  TextLink,
  toast,
  todayIn,
} from '@portal/shared/ui';
import { useRef, useState } from 'react';
import { useChangeViews, type ViewContent } from './use-saved-views.ts';
import { addressOfView, movingPeriodsOf, presetOf } from './view-address.ts';
import classes from './views.module.css';

interface ViewItemProps {
  view: SavedView;
  /** What the list shows now, under the view's name. */
  now: ViewContent;
  onOpen: () => void;
  onDeleted: () => void;
}

/** A saved view: a link that opens it, and a menu with what else can be done. */
export function ViewItem({ view, now, onOpen, onDeleted }: ViewItemProps) {
  const { t } = useTranslation('savedViews');
  const { pathname } = useLocation();
  const { update, remove } = useChangeViews();
  const { errorText } = useErrorText();
  const today = todayIn(useFormat().timeZone);
  const [asked, setAsked] = useState<'rename' | 'replace' | 'delete' | null>(null);
  const [isPending, setPending] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const { name } = view;
  const address = addressOfView(view, today);
  const isCurrent = address === addressOfView(now, today);

  async function replace(): Promise<void> {
    const [period] = movingPeriodsOf(now.query, today, view.query);
    await update(view, { ...now, query: { ...now.query, ...(period && { period }) } });
  }

  async function confirm(action: 'replace' | 'delete'): Promise<void> {
    setPending(true);
    try {
      await (action === 'delete' ? remove(view) : replace());
      toast({ tone: 'success', text: t(action === 'delete' ? 'deleted' : 'replaced') });
      if (action === 'delete') onDeleted();
    } catch (error) {
      toast({ tone: 'error', text: errorText(error) });
    }
    setPending(false);
    setAsked(null);
  }

  function open(): void {
    const preset = presetOf(view.query.period);
    if (preset) rememberPreset(preset);
    onOpen();
  }

  function endRenaming(): void {
    setAsked(null);
    // The form had the focus, and is gone.
    setTimeout(() => item.current?.querySelector('a')?.focus());
  }

  const action = asked === 'delete' ? 'delete' : 'replace';
  return (
    <li ref={item} className={classes['view']}>
      {asked === 'rename' ? (
        <RenameForm view={view} kind={now.kind} onDone={endRenaming} />
      ) : (
        <>
          <TextLink
            href={`${pathname}?${address}`}
            aria-current={isCurrent ? 'true' : undefined}
            onClick={open}
          >
            {name}
          </TextLink>
          <Menu
            label={t('actions', { name })}
            placement="bottom end"
            sections={[
              {
                id: 'view',
                items: [
                  { id: 'rename', title: t('rename'), onSelect: () => setAsked('rename') },
                  {
                    id: 'replace',
                    title: t('replace'),
                    disabled: isCurrent,
                    onSelect: () => setAsked('replace'),
                  },
                  { id: 'delete', title: t('delete'), tone: 'danger', onSelect: () => setAsked('delete') },
                ],
              },
            ]}
          />
        </>
      )}
      <ConfirmDialog
        isOpen={asked === 'replace' || asked === 'delete'}
        title={t(`ask.${action}`)}
        tone={action === 'delete' ? 'danger' : 'normal'}
        confirmText={t(action)}
        loading={isPending}
        onConfirm={() => void confirm(action)}
        onCancel={() => setAsked(null)}
      >
        {t(`ask.${action}Text`, { name })}
      </ConfirmDialog>
    </li>
  );
}

interface RenameFormProps {
  view: SavedView;
  kind: HistoryKind;
  onDone: () => void;
}

function RenameForm({ view, kind, onDone }: RenameFormProps) {
  const { t } = useTranslation('savedViews');
  const { t: common } = useTranslation('common');
  const { update } = useChangeViews();
  const form = useForm({
    schema: viewNameFormSchema,
    initial: { name: view.name },
    onSubmit: async ({ name }) => {
      await update(view, { kind, name, query: view.query, columns: view.columns });
      toast({ tone: 'success', text: t('renamed') });
      onDone();
    },
  });
  return (
    <Form
      ref={form.ref}
      onSubmit={form.submit}
      error={<FailureNotice failure={form.failure} />}
      aria-label={t('rename')}
    >
      <TextField {...form.field('name')} label={t('name')} autoComplete="off" autoFocus />
      <FormActions>
        <Button type="submit" size="small" loading={form.isSubmitting}>
          {t('saveName')}
        </Button>
        <Button theme="outline" size="small" onClick={onDone}>
          {common('ui.cancel')}
        </Button>
      </FormActions>
    </Form>
  );
}
