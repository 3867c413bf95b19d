import type { Words } from './words';

/** Polish */
export const pl: Words = {
	question: 'Prosimy o odpowiedź',
	tool: 'Narzędzie:',
	arguments: 'Argumenty',
	yourResponse: 'Odpowiedź',
	atMost: {
		one: 'Najwyżej # znak',
		few: 'Najwyżej # znaki',
		many: 'Najwyżej # znaków',
		other: 'Najwyżej # znaku',
	},
	choose: 'Proszę wybrać jedną opcję',
	send: 'Wyślij odpowiedź',
	approve: 'Zatwierdź',
	decline: 'Odrzuć',
	respond: 'Odpowiedz',
	openLink: 'Jeśli przycisk nie działa, proszę otworzyć ten link:',
	error: 'Błąd:',
	errors: {
		approval: 'Odpowiedź nie została zapisana. Proszę nacisnąć przycisk.',
		choice: 'Odpowiedź nie została zapisana. Proszę wybrać jedną z opcji.',
		freeText: 'Odpowiedź nie została zapisana. Proszę wpisać tekst.',
		tooLong: 'Odpowiedź nie została zapisana. Jest za długa. Proszę ją skrócić.',
	},
	response: 'Odpowiedź',
	time: 'Czas',
	thanks: [
		'Dziękujemy',
		'Odpowiedź została zapisana. Można zamknąć tę stronę; link został już wykorzystany.',
	],
	decided: [
		'Odpowiedzi już udzielono',
		'Odpowiedź została zapisana wcześniej. Nie można jej zmienić.',
	],
	old: [
		'Ten link jest już nieważny',
		'Zastąpiła go nowsza wiadomość. Proszę otworzyć link z najnowszej wiadomości.',
	],
	expired: ['Czas na odpowiedź minął', 'Ten link nie przyjmuje już odpowiedzi.'],
	notFound: [
		'Nie znaleziono strony',
		'Proszę ponownie otworzyć link z wiadomości lub skopiować cały link.',
	],
};
