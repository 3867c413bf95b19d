import type { PageLanguage, PageWords } from '../../../nodes/shared/wait/page/languages';

/** The names of the texts, in the order of each language below. The last lines are the title and text of a page. */
const NAMES = `
		question | yourResponse | choose | send
		approve | decline | respond
		response | time | tool | arguments | error
		openLink
		approvalError | choiceError
		freeTextError | tooLongError
		thanks | thanksText
		decided | decidedText
		old | oldText
		expired | expiredText
		notFound | notFoundText`;

/**
 * The built-in texts, typed manually. When you change a text, read the whole language: a text in
 * the wrong place is a correct sentence with the wrong meaning.
 */
const TEXTS: Record<PageLanguage, string> = {
	en: `
		Your response is needed | Your response | Choose one | Send response
		Approve | Decline | Respond
		Response | Time | Tool: | Arguments | Error:
		If the button does not work, open this link:
		The response was not saved. Select a button. | The response was not saved. Select one of the choices.
		The response was not saved. Enter some text. | The response was not saved because it is too long. Shorten your response.
		Thank you | Your response was saved. You can close this page. The link cannot be used again.
		Already decided | A response was saved earlier and cannot be changed. This click did not count.
		This link is no longer valid | A newer message was sent. Open the link in the newest message.
		The time to respond is over | This link no longer accepts responses.
		Page not found | Open the link in the message again, or copy the whole link.`,
	be: `
		Патрэбны ваш адказ | Ваш адказ | Выберыце адзін варыянт | Адправіць адказ
		Ухваліць | Адхіліць | Адказаць
		Адказ | Час | Інструмент: | Аргументы | Памылка:
		Калі кнопка не працуе, адкрыйце гэту спасылку:
		Адказ не захаваны. Націсніце кнопку. | Адказ не захаваны. Выберыце адзін з варыянтаў.
		Адказ не захаваны. Увядзіце тэкст. | Адказ не захаваны. Ён занадта доўгі. Скараціце яго.
		Дзякуй | Ваш адказ захаваны. Вы можаце закрыць гэту старонку; спасылка ўжо выкарыстана.
		Адказ ужо атрыманы | Адказ быў захаваны раней, і яго нельга змяніць. Гэты клік не ўлічаны.
		Гэта спасылка больш не дзейнічае | Яе замяніла навейшае паведамленне. Адкрыйце спасылку з апошняга паведамлення.
		Час на адказ скончыўся | Па гэтай спасылцы больш нельга адказаць.
		Старонка не знойдзена | Адкрыйце спасылку з паведамлення яшчэ раз або скапіюйце яе цалкам.`,
	fr: `
		Votre réponse est attendue | Votre réponse | Choisissez une option | Envoyer la réponse
		Approuver | Refuser | Répondre
		Réponse | Date et heure | Outil\u00a0: | Arguments | Erreur\u00a0:
		Si le bouton ne fonctionne pas, ouvrez ce lien\u00a0:
		La réponse n’a pas été enregistrée. Cliquez sur un des boutons. | La réponse n’a pas été enregistrée. Choisissez l’une des options.
		La réponse n’a pas été enregistrée. Saisissez un texte. | La réponse n’a pas été enregistrée. Elle est trop longue. Raccourcissez-la.
		Merci | Votre réponse a été enregistrée. Vous pouvez fermer cette page\u00a0; le lien ne peut plus être utilisé.
		Une réponse a déjà été donnée | Une réponse a été enregistrée auparavant et ne peut plus être modifiée. Ce clic ne compte pas.
		Ce lien n’est plus valable | Un message plus récent l’a remplacé. Ouvrez le lien du message le plus récent.
		Le délai de réponse est dépassé | Ce lien n’accepte plus de réponse.
		Page introuvable | Ouvrez de nouveau le lien du message, ou copiez le lien en entier.`,
	de: `
		Ihre Antwort wird benötigt | Ihre Antwort | Wählen Sie eine Möglichkeit | Antwort senden
		Genehmigen | Ablehnen | Antworten
		Antwort | Zeitpunkt | Werkzeug: | Argumente | Fehler:
		Falls die Schaltfläche nicht funktioniert, öffnen Sie diesen Link:
		Die Antwort wurde nicht gespeichert. Bitte klicken Sie auf eine der Schaltflächen. | Die Antwort wurde nicht gespeichert. Bitte wählen Sie eine der Möglichkeiten.
		Die Antwort wurde nicht gespeichert. Bitte geben Sie einen Text ein. | Die Antwort wurde nicht gespeichert. Sie ist zu lang. Bitte kürzen Sie sie.
		Vielen Dank | Ihre Antwort wurde gespeichert. Sie können diese Seite schließen; der Link kann nicht noch einmal verwendet werden.
		Bereits beantwortet | Es wurde bereits eine Antwort gespeichert, die nicht mehr geändert werden kann. Dieser Klick zählt nicht.
		Dieser Link ist nicht mehr gültig | Eine neuere Nachricht hat ihn ersetzt. Öffnen Sie den Link in der neuesten Nachricht.
		Die Zeit zum Antworten ist abgelaufen | Über diesen Link kann nicht mehr geantwortet werden.
		Seite nicht gefunden | Öffnen Sie den Link in der Nachricht noch einmal oder kopieren Sie den ganzen Link.`,
	lv: `
		Nepieciešama jūsu atbilde | Jūsu atbilde | Izvēlieties vienu variantu | Nosūtīt atbildi
		Apstiprināt | Noraidīt | Atbildēt
		Atbilde | Laiks | Rīks: | Argumenti | Kļūda:
		Ja poga nedarbojas, atveriet šo saiti:
		Atbilde nav saglabāta. Nospiediet pogu. | Atbilde nav saglabāta. Izvēlieties vienu no variantiem.
		Atbilde nav saglabāta. Ievadiet tekstu. | Atbilde nav saglabāta. Tā ir pārāk gara. Saīsiniet to.
		Paldies | Jūsu atbilde ir saglabāta. Varat aizvērt šo lapu; saite jau ir izmantota.
		Jau ir atbildēts | Atbilde tika saglabāta agrāk, un to nevar mainīt. Šis klikšķis netika ņemts vērā.
		Šī saite vairs nav derīga | To ir aizstājis jaunāks ziņojums. Atveriet saiti jaunākajā ziņojumā.
		Atbildes laiks ir beidzies | Izmantojot šo saiti, vairs nevar atbildēt.
		Lapa nav atrasta | Vēlreiz atveriet saiti ziņojumā vai nokopējiet visu saiti.`,
	lt: `
		Reikia jūsų atsakymo | Jūsų atsakymas | Pasirinkite vieną variantą | Siųsti atsakymą
		Patvirtinti | Atmesti | Atsakyti
		Atsakymas | Laikas | Įrankis: | Argumentai | Klaida:
		Jei mygtukas neveikia, atverkite šią nuorodą:
		Atsakymas neišsaugotas. Paspauskite mygtuką. | Atsakymas neišsaugotas. Pasirinkite vieną iš variantų.
		Atsakymas neišsaugotas. Įveskite tekstą. | Atsakymas neišsaugotas. Jis per ilgas. Sutrumpinkite jį.
		Dėkojame | Jūsų atsakymas išsaugotas. Galite užverti šį puslapį; nuoroda jau panaudota.
		Jau atsakyta | Atsakymas buvo išsaugotas anksčiau, ir jo pakeisti negalima. Šis paspaudimas neįskaitytas.
		Ši nuoroda nebegalioja | Ją pakeitė naujesnis pranešimas. Atverkite nuorodą naujausiame pranešime.
		Laikas atsakyti baigėsi | Per šią nuorodą atsakyti nebegalima.
		Puslapis nerastas | Dar kartą atverkite nuorodą pranešime arba nukopijuokite visą nuorodą.`,
	pl: `
		Prosimy o odpowiedź | Odpowiedź | Proszę wybrać jedną opcję | Wyślij odpowiedź
		Zatwierdź | Odrzuć | Odpowiedz
		Odpowiedź | Czas | Narzędzie: | Argumenty | Błąd:
		Jeśli przycisk nie działa, proszę otworzyć ten link:
		Odpowiedź nie została zapisana. Proszę nacisnąć przycisk. | Odpowiedź nie została zapisana. Proszę wybrać jedną z opcji.
		Odpowiedź nie została zapisana. Proszę wpisać tekst. | Odpowiedź nie została zapisana. Jest za długa. Proszę ją skrócić.
		Dziękujemy | Odpowiedź została zapisana. Można zamknąć tę stronę; link został już wykorzystany.
		Odpowiedzi już udzielono | Odpowiedź została zapisana wcześniej i nie można jej zmienić. To kliknięcie się nie liczy.
		Ten link jest już nieważny | Zastąpiła go nowsza wiadomość. Proszę otworzyć link z najnowszej wiadomości.
		Czas na odpowiedź minął | Ten link nie przyjmuje już odpowiedzi.
		Nie znaleziono strony | Proszę ponownie otworzyć link z wiadomości lub skopiować cały link.`,
	ru: `
		Нужен ваш ответ | Ваш ответ | Выберите один вариант | Отправить ответ
		Одобрить | Отклонить | Ответить
		Ответ | Время | Инструмент: | Аргументы | Ошибка:
		Если кнопка не работает, откройте эту ссылку:
		Ответ не сохранён. Нажмите кнопку. | Ответ не сохранён. Выберите один из вариантов.
		Ответ не сохранён. Введите текст. | Ответ не сохранён. Он слишком длинный. Сократите его.
		Спасибо | Ваш ответ сохранён. Вы можете закрыть эту страницу; ссылка уже использована.
		Ответ уже получен | Ответ был сохранён ранее, изменить его нельзя. Это нажатие не учтено.
		Эта ссылка больше не действует | Её заменило более новое сообщение. Откройте ссылку из последнего сообщения.
		Время для ответа истекло | По этой ссылке больше нельзя ответить.
		Страница не найдена | Откройте ссылку из сообщения ещё раз или скопируйте её целиком.`,
	es: `
		Se necesita su respuesta | Su respuesta | Elija una opción | Enviar respuesta
		Aprobar | Rechazar | Responder
		Respuesta | Fecha y hora | Herramienta: | Argumentos | Error:
		Si el botón no funciona, abra este enlace:
		La respuesta no se ha guardado. Pulse uno de los botones. | La respuesta no se ha guardado. Elija una de las opciones.
		La respuesta no se ha guardado. Escriba un texto. | La respuesta no se ha guardado. Es demasiado larga. Acórtela.
		Gracias | Su respuesta se ha guardado. Puede cerrar esta página; el enlace ya no se puede usar.
		Ya se ha respondido | Ya se había guardado una respuesta y no se puede cambiar. Este clic no cuenta.
		Este enlace ya no es válido | Un mensaje más reciente lo ha sustituido. Abra el enlace del mensaje más reciente.
		El plazo para responder ha terminado | Este enlace ya no admite respuestas.
		Página no encontrada | Abra de nuevo el enlace del mensaje o copie el enlace completo.`,
	uk: `
		Потрібна ваша відповідь | Ваша відповідь | Оберіть один варіант | Надіслати відповідь
		Схвалити | Відхилити | Відповісти
		Відповідь | Час | Інструмент: | Аргументи | Помилка:
		Якщо кнопка не працює, відкрийте це посилання:
		Відповідь не збережено. Натисніть кнопку. | Відповідь не збережено. Оберіть один із варіантів.
		Відповідь не збережено. Введіть текст. | Відповідь не збережено. Вона задовга. Скоротіть її.
		Дякуємо | Вашу відповідь збережено. Ви можете закрити цю сторінку; посилання вже використано.
		Відповідь уже надано | Відповідь було збережено раніше, змінити її не можна. Це натискання не враховано.
		Це посилання більше не діє | Його замінило новіше повідомлення. Відкрийте посилання з останнього повідомлення.
		Час на відповідь вичерпано | За цим посиланням уже не можна відповісти.
		Сторінку не знайдено | Відкрийте посилання з повідомлення ще раз або скопіюйте його повністю.`,
};

const textsIn = (block: string): string[] => block.trim().split(/\n\t*| \| /);

export const typedWords = Object.fromEntries(
	Object.entries(TEXTS).map(([language, block]) => {
		const texts = textsIn(block);
		return [language, Object.fromEntries(textsIn(NAMES).map((name, n) => [name, texts[n]]))];
	}),
) as Record<PageLanguage, PageWords>;
