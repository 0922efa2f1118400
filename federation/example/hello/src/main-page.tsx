import { i18n } from '@portal/shared/i18n';

export default function HelloPage() {
  return <h1>{i18n.getResource('en', 'hello', 'text')}</h1>;
}
