import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { Button, Card, Form, FormActions, NotificationBox, TextField } from '@portal/shared/ui';
import * as v from 'valibot';
import { OverrideRefused, readLocalRelease } from './local-release.ts';
import { armOverrides, localOriginSchema, useOverrides } from './overrides.ts';

const formSchema = v.strictObject({
  origin: v.pipe(v.string(), v.nonEmpty('field_required'), localOriginSchema),
});

interface OverrideFormProps {
  /** Replaced in tests. */
  reload?: () => void;
}

/** Lets a developer run an area from a local server in this tab; the server's release.json names the area. */
export function OverrideForm({ reload = () => location.reload() }: OverrideFormProps) {
  const { t } = useTranslation('about');
  const form = useForm({
    schema: formSchema,
    initial: { origin: '' },
    onSubmit: async ({ origin }) => {
      const { area } = await readLocalRelease(origin);
      armOverrides({ ...useOverrides.getState().armed, [area.id]: origin });
      reload();
    },
  });
  const reason = form.failure instanceof OverrideRefused ? form.failure.reason : 'malformed';
  return (
    <Card title={t('overrides.title')} description={t('overrides.description')}>
      <Form
        ref={form.ref}
        onSubmit={form.submit}
        error={
          form.failure !== null && (
            <NotificationBox tone="error" live>
              {t(`overrides.${reason}`)}
            </NotificationBox>
          )
        }
      >
        <TextField
          {...form.field('origin')}
          label={t('overrides.origin')}
          description={t('overrides.originHint')}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
        <FormActions>
          <Button type="submit" loading={form.isSubmitting}>
            {t('overrides.arm')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}
