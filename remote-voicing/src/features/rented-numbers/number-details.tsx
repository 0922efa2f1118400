import type { RentedNumber } from '@portal/contract/rented-numbers';
import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, Card, RowDrawer, Stack } from '@portal/shared/ui';
import { NumberFacts } from './number-facts.tsx';
import { NumberPrices } from './number-prices.tsx';
import { useNumberSupport } from './use-number-support.ts';

interface NumberDetailsProps {
  /** The number that the address names; undefined while none is open. */
  rowId: string | undefined;
  /** It, if the list has it. */
  number: RentedNumber | undefined;
  isLoading: boolean;
  onClose: () => void;
}

/** The drawer beside the list: one number in full. */
export function NumberDetails({ rowId, number, isLoading, onClose }: NumberDetailsProps) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const { current } = useSidebar();
  return (
    <RowDrawer
      // The support sidebar, opened from here, takes its place; closing that one leads back.
      isOpen={rowId !== undefined && current === null}
      title={t('details.title')}
      row={number}
      isLoading={isLoading}
      onClose={onClose}
      footer={(number) => <SupportButtons number={number} />}
    >
      {(number) => (
        <Stack gap="6">
          <Card title={t('columns.number')} headingLevel={3}>
            <NumberFacts number={number} />
          </Card>
          <Card title={t('details.prices')} headingLevel={3}>
            <NumberPrices number={number} />
          </Card>
        </Stack>
      )}
    </RowDrawer>
  );
}

function SupportButtons({ number }: { number: RentedNumber }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const support = useNumberSupport();
  if (support === undefined) return null;
  const { cancelNumber, reportProblem } = support;
  return (
    <Stack gap="2">
      <Button theme="outline" size="medium" icon="headset" full onClick={() => reportProblem(number)}>
        {t('details.problem')}
      </Button>
      <Button theme="ghost" size="medium" icon="trash" full onClick={() => cancelNumber(number)}>
        {t('details.cancel')}
      </Button>
    </Stack>
  );
}
