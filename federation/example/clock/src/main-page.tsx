import { i18n } from '@portal/shared/i18n';
import { useState } from 'react';

export default function ClockPage() {
  const [time] = useState(() => new Date().toISOString());
  return (
    <>
      <h1>{i18n.getResource('en', 'clock', 'title')}</h1>
      <time>{time}</time>
    </>
  );
}
