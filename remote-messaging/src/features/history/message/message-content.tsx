import { type Message, messageEncodings } from '@portal/contract/messages';
import { compareDecimals } from '@portal/contract/money';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, Card, DetailList, detail, Stack } from '@portal/shared/ui';
import { useState } from 'react';
import classes from '../history.module.css';

interface MessageTextProps {
  /** Null when the server withholds it for privacy. */
  text: string | null;
}

/** The text of a message. It is private, so it is hidden until the customer asks for it. */
export function MessageText({ text }: MessageTextProps) {
  const { t } = useTranslation('messagingHistory');
  const [isShown, setShown] = useState(false);
  return (
    <Card title={t('text.title')} headingLevel={3}>
      {text === null ? (
        <p>{t('text.absent')}</p>
      ) : (
        <Stack gap="3">
          {isShown ? (
            <p dir="auto" className={classes['text']}>
              {text}
            </p>
          ) : (
            <p>{t('text.hidden')}</p>
          )}
          <div>
            <Button
              theme="outline"
              size="small"
              icon={isShown ? 'eye-off' : 'eye'}
              onClick={() => setShown(!isShown)}
            >
              {t(isShown ? 'text.hide' : 'text.show')}
            </Button>
          </div>
        </Stack>
      )}
    </Card>
  );
}

/** The length of a message in its encoding, which decides into how many segments it is split. */
export function MessageSize({ message }: { message: Message }) {
  const { t } = useTranslation('messagingHistory');
  const format = useFormat();
  const encoding = messageEncodings.find((known) => known === message.encoding);
  return (
    <Card title={t('size.title')} headingLevel={3}>
      <Stack gap="3">
        <DetailList
          items={[
            detail(t('size.characters'), message.characters, (value) => format.number(value)),
            detail(t('size.encoding'), message.encoding, (value) =>
              encoding ? t(`size.${encoding}`) : value,
            ),
            { term: t('size.parts'), description: format.number(message.parts) },
          ]}
        />
        {encoding && <p>{t(`size.${encoding}Text`)}</p>}
      </Stack>
    </Card>
  );
}

/** How the price is made up: the price of a segment, times the segments. The server calculates the sum. */
export function MessagePrice({ message }: { message: Message }) {
  const { t } = useTranslation('messagingHistory');
  const format = useFormat();
  const { price, unit_price: unitPrice, currency } = message;
  return (
    <Card title={t('price.title')} headingLevel={3}>
      {compareDecimals(price, '0') === 0 ? (
        <p>{t(message.is_final ? 'price.free' : 'price.notYet')}</p>
      ) : (
        <DetailList
          items={[
            detail(t('price.unit'), unitPrice, (value) => format.rate(value, currency)),
            { term: t('price.times'), description: `× ${format.number(message.parts)}` },
            { term: t('price.total'), description: <strong>{format.rate(price, currency)}</strong> },
          ]}
        />
      )}
    </Card>
  );
}
