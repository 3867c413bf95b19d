import { type Answer, type SentRequest, Service } from './service';

type Answering = (request: SentRequest, index: number) => Answer | Promise<Answer>;

/** Gives each test of a file or a block a service of its own. */
export function useService(usual: Answering = () => ({ body: {} })) {
	let service: Service;
	beforeEach(() => {
		service = new Service(usual);
	});
	afterEach(() => service.close());
	return {
		get requests() {
			return service.requests;
		},
		get strays() {
			return service.strays;
		},
		/** Replaces the service with a new one that responds with `answering` and has received nothing. */
		answer: (answering: Answering) => {
			service.close();
			service = new Service(answering);
		},
	};
}
