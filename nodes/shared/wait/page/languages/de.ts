import type { Words } from './words';

/** German */
export const de: Words = {
	question: 'Ihre Antwort wird benötigt',
	tool: 'Werkzeug:',
	arguments: 'Argumente',
	yourResponse: 'Ihre Antwort',
	atMost: { other: 'Höchstens # Zeichen' },
	choose: 'Wählen Sie eine Möglichkeit',
	send: 'Antwort senden',
	approve: 'Genehmigen',
	decline: 'Ablehnen',
	respond: 'Antworten',
	openLink: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diesen Link:',
	error: 'Fehler:',
	errors: {
		approval:
			'Die Antwort wurde nicht gespeichert. Bitte klicken Sie auf eine der Schaltflächen.',
		choice: 'Die Antwort wurde nicht gespeichert. Bitte wählen Sie eine der Möglichkeiten.',
		freeText: 'Die Antwort wurde nicht gespeichert. Bitte geben Sie einen Text ein.',
		tooLong: 'Die Antwort wurde nicht gespeichert. Sie ist zu lang. Bitte kürzen Sie sie.',
	},
	response: 'Antwort',
	time: 'Zeitpunkt',
	thanks: [
		'Vielen Dank',
		'Ihre Antwort wurde gespeichert. Sie können diese Seite schließen; der Link kann nicht noch einmal verwendet werden.',
	],
	decided: [
		'Bereits beantwortet',
		'Es wurde bereits eine Antwort gespeichert. Sie kann nicht mehr geändert werden.',
	],
	old: [
		'Dieser Link ist nicht mehr gültig',
		'Eine neuere Nachricht hat ihn ersetzt. Öffnen Sie den Link in der neuesten Nachricht.',
	],
	expired: [
		'Die Zeit zum Antworten ist abgelaufen',
		'Über diesen Link kann nicht mehr geantwortet werden.',
	],
	notFound: [
		'Seite nicht gefunden',
		'Öffnen Sie den Link in der Nachricht noch einmal oder kopieren Sie den ganzen Link.',
	],
};
