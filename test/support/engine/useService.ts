import { type Answer, type SentRequest, Service } from './service';

type Answering = (request: SentRequest, index: number) => Answer | Promise<Answer>;

/** Gives each test of a file or a block a new Service. */
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
		/** Replaces the Service. The new Service has recorded no requests. */
		answer: (answering: Answering) => {
			service.close();
			service = new Service(answering);
		},
	};
}
