import { post } from '../../api/http.ts';
import { usePreferencias } from '../../api/resources/notices.ts';
import { useChange } from '../../api/use-change.ts';
import type { PreferenciasAvisos } from '../../api/wire.ts';
import { type Lang, useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import { Choice, Select } from '../../parts/field.tsx';
import { ErrorMessage } from '../../parts/states/error-message.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Hint } from '../../parts/states/states.tsx';

/** Which mail the user gets of conditions. */
export const NoticeSettings = () => {
  const { t } = useWords();
  const query = usePreferencias();
  return (
    <Card title={t('notices.mail')} note={t('notices.mailNote')}>
      <Load query={query}>{(preferencias) => <Form preferencias={preferencias} />}</Load>
    </Card>
  );
};

const Form = ({ preferencias }: { preferencias: PreferenciasAvisos }) => {
  const { lang, t } = useWords();
  const toast = useToast();
  const { correo, silenciadas, idioma, tipos, servicio_envia_correo } = preferencias;
  const { busy, error, send } = useChange(
    (form) => {
      const wanted = form.getAll('tipo');
      return post('/avisos/preferencias', {
        correo: form.get('correo') !== null,
        silenciadas: tipos.map(({ tipo }) => tipo).filter((tipo) => !wanted.includes(tipo)),
        idioma: form.get('idioma') as Lang,
      });
    },
    { onDone: () => toast.done(t('notices.saved')) },
  );
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        send(new FormData(event.currentTarget));
      }}
    >
      {!servicio_envia_correo && <Hint icon="info">{t('notices.mailOff')}</Hint>}
      <Choice type="checkbox" name="correo" defaultChecked={correo} title={t('notices.byMail')} />
      <fieldset className="stack tight">
        <legend className="soft small">{t('notices.about')}</legend>
        {tipos.map(({ tipo, titulo }) => (
          <Choice
            key={tipo}
            type="checkbox"
            name="tipo"
            value={tipo}
            defaultChecked={!silenciadas.includes(tipo)}
            title={titulo[lang]}
          />
        ))}
      </fieldset>
      <Select
        label={t('notices.lang')}
        name="idioma"
        defaultValue={idioma}
        options={[
          ['es', 'Español'],
          ['en', 'English'],
        ]}
      />
      {error !== null && <ErrorMessage error={error} />}
      <div className="row">
        <Button type="submit" busy={busy}>
          {t('notices.save')}
        </Button>
      </div>
    </form>
  );
};
