import {
  type HistoryKind,
  longestViewName,
  type ViewPeriod,
  viewNameFormSchema,
} from '@portal/contract/saved-views';
import { useIdempotencyKey } from '@portal/shared/api';
import { useForm } from '@portal/shared/form';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  Button,
  Card,
  Checkbox,
  FailureNotice,
  Form,
  FormActions,
  QueryFallback,
  Stack,
  TextField,
  toast,
  todayIn,
} from '@portal/shared/ui';
import { useRef, useState } from 'react';
import { useChangeViews, useSavedViews } from './use-saved-views.ts';
import { movingPeriodsOf, presetOfView } from './view-address.ts';
import { ViewItem } from './view-item.tsx';
import classes from './views.module.css';

export interface SavedViewsPanelProps {
  kind: HistoryKind;
  /** What the list shows now. */
  query: Readonly<Record<string, string>>;
  columns: readonly string[];
  onClose: () => void;
}

/** Saves what the list shows under a name, and opens, changes and deletes the saved views. */
export function SavedViewsPanel({ kind, query, columns, onClose }: SavedViewsPanelProps) {
  const { t } = useTranslation('savedViews');
  const { dateLocale } = useFormat();
  const saved = useSavedViews();
  const list = useRef<HTMLDivElement>(null);
  if (saved.data === undefined) return <QueryFallback query={saved} />;
  const { compare } = new Intl.Collator(dateLocale, { numeric: true });
  const views = saved.data.views
    .filter((view) => view.kind === kind)
    .toSorted((one, other) => compare(one.name, other.name));
  return (
    <Stack gap="6">
      <div ref={list} tabIndex={-1} role="group" aria-label={t('list')}>
        {views.length === 0 ? (
          <p>{t('none')}</p>
        ) : (
          <ul className={classes['views']}>
            {views.map((view) => (
              <ViewItem
                key={view.view_id}
                view={view}
                now={{ kind, name: view.name, query, columns }}
                onOpen={onClose}
                // The dialog returns the focus to the menu's button, which is gone with its view.
                onDeleted={() => setTimeout(() => list.current?.focus())}
              />
            ))}
          </ul>
        )}
      </div>
      <SaveForm kind={kind} query={query} columns={columns} />
    </Stack>
  );
}

function SaveForm({ kind, query, columns }: Omit<SavedViewsPanelProps, 'onClose'>) {
  const { t } = useTranslation('savedViews');
  const { t: common } = useTranslation('common');
  const { create } = useChangeViews();
  const moving = movingPeriodsOf(query, todayIn(useFormat().timeZone));
  const [chosen, choose] = useState<ViewPeriod | 'none'>();
  const period = chosen === 'none' ? undefined : (moving.find((one) => one === chosen) ?? moving[0]);
  const keyOf = useIdempotencyKey();
  // A view that was saved and deleted can be saved again.
  const [savedViews, setSavedViews] = useState(0);
  const form = useForm({
    schema: viewNameFormSchema,
    initial: { name: '' },
    onSubmit: async ({ name }) => {
      const content = { kind, name, query: { ...query, ...(period && { period }) }, columns };
      await create(content, keyOf(JSON.stringify([savedViews, content])));
      setSavedViews(savedViews + 1);
      form.reset({ name: '' });
      toast({ tone: 'success', text: t('saved') });
    },
  });
  return (
    <Card title={t('save')} headingLevel={3}>
      <Form
        ref={form.ref}
        onSubmit={form.submit}
        error={<FailureNotice failure={form.failure} />}
        aria-label={t('save')}
      >
        <TextField
          {...form.field('name')}
          label={t('name')}
          description={t('hint')}
          autoComplete="off"
          maxLength={longestViewName}
        />
        {moving.map((one) => (
          <Checkbox
            key={one}
            checked={one === period}
            onCheckedChange={(isChecked) => choose(isChecked ? one : 'none')}
            description={t('movingHint')}
          >
            {t('moving', { period: common(`uiPeriod.${presetOfView[one]}`) })}
          </Checkbox>
        ))}
        <FormActions>
          <Button type="submit" size="medium" loading={form.isSubmitting}>
            {t('saveButton')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}
