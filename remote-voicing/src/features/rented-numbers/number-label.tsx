import { labelRequestSchema, longestLabel, type RentedNumber } from '@portal/contract/rented-numbers';
import { useUnsavedChanges } from '@portal/shared/area';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { Button, Card, FailureNotice, Form, FormActions, TextField, toast } from '@portal/shared/ui';
import { useStoreLabel } from './use-rented-numbers.ts';

interface NumberLabelProps {
  serviceId: string;
  number: RentedNumber;
}

/** The form for the customer's own name of a number. */
export function NumberLabel({ serviceId, number }: NumberLabelProps) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const store = useStoreLabel(serviceId, number);
  const form = useForm({
    schema: labelRequestSchema,
    initial: { label: number.label ?? '' },
    onSubmit: async (request) => {
      const stored = await store(request);
      form.reset({ label: stored ?? '' });
      toast({ tone: 'success', text: t('label.saved') });
    },
  });
  useUnsavedChanges(form.isDirty);
  return (
    <Card title={t('details.label')} headingLevel={3}>
      <Form
        ref={form.ref}
        onSubmit={form.submit}
        error={<FailureNotice failure={form.failure} />}
        aria-label={t('details.label')}
      >
        <TextField
          {...form.field('label')}
          label={t('details.label')}
          hideLabel
          description={t('label.hint')}
          autoComplete="off"
          maxLength={longestLabel}
        />
        <FormActions>
          {/* Never disabled: with it, the drawer would lose the focus, and Esc its effect, once the label is saved. */}
          <Button type="submit" size="medium" loading={form.isSubmitting}>
            {t('label.save')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}
