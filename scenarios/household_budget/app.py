"""Household budget: accounts, split transactions, monthly envelopes, bills, goals, imports and shares.

The current user is Hanna (user id 1), an owner of household 1. Money is a number with two decimals: expenses
are negative, income is positive. Months are written YYYY-MM.
"""

import csv
import io
import os
from calendar import monthrange
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, FastAPI, HTTPException, Path, Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from sqlalchemy import (
    JSON,
    CheckConstraint,
    Computed,
    ForeignKey,
    LargeBinary,
    Numeric,
    UniqueConstraint,
    create_engine,
    event,
    func,
    select,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, sessionmaker

DATABASE_URL = os.environ.get("DATABASE_PATH", "sqlite:///household_budget.db")
engine = create_engine(DATABASE_URL, connect_args={"check_same_thread": False})
SessionLocal = sessionmaker(engine)

USER_ID = 1
HOUSEHOLD_ID = 1
Amount = Annotated[float, mapped_column(Numeric(12, 2, asdecimal=False))]


@event.listens_for(engine, "connect")
def enforce_foreign_keys(connection: Any, _record: Any) -> None:
    connection.execute("PRAGMA foreign_keys = ON")


# ---------------------------------------------------------------- tables


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    email: Mapped[str] = mapped_column(unique=True)


class Household(Base):
    __tablename__ = "households"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    currency: Mapped[str]
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)
    members: Mapped[list["HouseholdMember"]] = relationship(order_by="HouseholdMember.user_id")


class HouseholdMember(Base):
    __tablename__ = "household_members"
    household_id: Mapped[int] = mapped_column(
        ForeignKey("households.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    role: Mapped[str]
    user: Mapped[User] = relationship()


class Account(Base):
    __tablename__ = "accounts"
    __table_args__ = (UniqueConstraint("household_id", "name"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    household_id: Mapped[int] = mapped_column(ForeignKey("households.id"))
    name: Mapped[str]
    kind: Mapped[str]
    institution: Mapped[str | None]
    opening_balance: Mapped[Amount] = mapped_column(default=0)
    closed_on: Mapped[date | None]


class CategoryGroup(Base):
    __tablename__ = "category_groups"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    position: Mapped[int]
    categories: Mapped[list["Category"]] = relationship(order_by="Category.id")


class Category(Base):
    __tablename__ = "categories"
    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("category_groups.id"))
    name: Mapped[str] = mapped_column(unique=True)
    archived: Mapped[bool] = mapped_column(default=False)
    note: Mapped[str | None]


class Allocation(Base):
    __tablename__ = "allocations"
    category_id: Mapped[int] = mapped_column(
        ForeignKey("categories.id", ondelete="CASCADE"), primary_key=True
    )
    month: Mapped[str] = mapped_column(primary_key=True)
    amount: Mapped[Amount]


class Payee(Base):
    __tablename__ = "payees"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    default_category_id: Mapped[int | None] = mapped_column(ForeignKey("categories.id"))


class Transfer(Base):
    __tablename__ = "transfers"
    __table_args__ = (CheckConstraint("from_account_id <> to_account_id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    from_account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    to_account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    amount: Mapped[Amount]
    made_on: Mapped[date]


class Transaction(Base):
    __tablename__ = "transactions"
    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    payee_id: Mapped[int | None] = mapped_column(ForeignKey("payees.id"))
    transfer_id: Mapped[int | None] = mapped_column(ForeignKey("transfers.id", ondelete="CASCADE"))
    posted_on: Mapped[date]
    month: Mapped[str] = mapped_column(Computed("strftime('%Y-%m', posted_on)", persisted=True))
    amount: Mapped[Amount]
    memo: Mapped[str | None]
    status: Mapped[str] = mapped_column(default="cleared")
    created_at: Mapped[datetime] = mapped_column(default=datetime.now)
    account: Mapped[Account] = relationship()
    payee: Mapped[Payee | None] = relationship()
    splits: Mapped[list["Split"]] = relationship(
        order_by="Split.line_no", cascade="all, delete-orphan", passive_deletes=True
    )


class Split(Base):
    __tablename__ = "splits"
    transaction_id: Mapped[int] = mapped_column(
        ForeignKey("transactions.id", ondelete="CASCADE"), primary_key=True
    )
    line_no: Mapped[int] = mapped_column(primary_key=True)
    category_id: Mapped[int] = mapped_column(ForeignKey("categories.id"))
    amount: Mapped[Amount]
    note: Mapped[str | None]
    category: Mapped[Category] = relationship()


class ExpenseShare(Base):
    __tablename__ = "expense_shares"
    transaction_id: Mapped[int] = mapped_column(
        ForeignKey("transactions.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    amount: Mapped[Amount]
    settled_on: Mapped[date | None]
    transaction: Mapped[Transaction] = relationship()
    user: Mapped[User] = relationship()


class Bill(Base):
    __tablename__ = "bills"
    id: Mapped[int] = mapped_column(primary_key=True)
    payee_id: Mapped[int] = mapped_column(ForeignKey("payees.id"))
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    category_id: Mapped[int] = mapped_column(ForeignKey("categories.id"))
    amount: Mapped[Amount]
    cadence: Mapped[str]
    next_due_on: Mapped[date]
    end_on: Mapped[date | None]
    autopay: Mapped[bool] = mapped_column(default=False)
    paused: Mapped[bool] = mapped_column(default=False)
    note: Mapped[str | None]
    payee: Mapped[Payee] = relationship()
    account: Mapped[Account] = relationship()
    category: Mapped[Category] = relationship()


class BillPayment(Base):
    __tablename__ = "bill_payments"
    bill_id: Mapped[int] = mapped_column(ForeignKey("bills.id", ondelete="CASCADE"), primary_key=True)
    due_on: Mapped[date] = mapped_column(primary_key=True)
    transaction_id: Mapped[int] = mapped_column(ForeignKey("transactions.id"), unique=True)


class Goal(Base):
    __tablename__ = "goals"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    account_id: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    target_amount: Mapped[Amount]
    target_on: Mapped[date | None]
    status: Mapped[str] = mapped_column(default="active")
    note: Mapped[str | None]
    contributions: Mapped[list["GoalContribution"]] = relationship(order_by="GoalContribution.id")


class GoalContribution(Base):
    __tablename__ = "goal_contributions"
    id: Mapped[int] = mapped_column(primary_key=True)
    goal_id: Mapped[int] = mapped_column(ForeignKey("goals.id", ondelete="CASCADE"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    amount: Mapped[Amount]
    contributed_on: Mapped[date]


class ImportRule(Base):
    """`matcher` is {"contains": text, "max_amount": number (optional)}; the first rule that matches wins."""

    __tablename__ = "import_rules"
    id: Mapped[int] = mapped_column(primary_key=True)
    position: Mapped[int]
    matcher: Mapped[dict[str, Any]] = mapped_column(JSON)
    payee_id: Mapped[int | None] = mapped_column(ForeignKey("payees.id"))
    category_id: Mapped[int | None] = mapped_column(ForeignKey("categories.id"))


class Import(Base):
    __tablename__ = "imports"
    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    file_name: Mapped[str]
    status: Mapped[str] = mapped_column(default="staged")
    raw_csv: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(default=datetime.now)
    account: Mapped[Account] = relationship()
    rows: Mapped[list["ImportRow"]] = relationship(order_by="ImportRow.row_no")


class ImportRow(Base):
    __tablename__ = "import_rows"
    import_id: Mapped[int] = mapped_column(ForeignKey("imports.id", ondelete="CASCADE"), primary_key=True)
    row_no: Mapped[int] = mapped_column(primary_key=True)
    posted_on: Mapped[date]
    description: Mapped[str]
    amount: Mapped[Amount]
    decision: Mapped[str] = mapped_column(default="new")
    payee_id: Mapped[int | None] = mapped_column(ForeignKey("payees.id"))
    category_id: Mapped[int | None] = mapped_column(ForeignKey("categories.id"))
    transaction_id: Mapped[int | None] = mapped_column(ForeignKey("transactions.id"))


Base.metadata.create_all(engine)


# ---------------------------------------------------------------- request and response bodies

AccountKind = Literal["checking", "savings", "credit", "cash"]
Cadence = Literal["weekly", "monthly", "quarterly", "yearly"]
Status = Literal["pending", "cleared", "reconciled"]
MONTH = r"^\d{4}-(0[1-9]|1[0-2])$"
Month = Annotated[str, Path(pattern=MONTH, description="Month as YYYY-MM")]


def two_decimals(amount: float) -> float:
    return round(amount, 2)


Money = Annotated[float, Field(ge=-1_000_000, le=1_000_000), AfterValidator(two_decimals)]
Positive = Annotated[float, Field(ge=0.01, le=1_000_000), AfterValidator(two_decimals)]


def clearable(kind: str, description: str) -> Any:
    """A field that may be left out (unchanged) or sent as null (cleared)."""
    return Field(default=None, description=description, json_schema_extra={"type": [kind, "null"]})


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class MemberOut(BaseModel):
    user_id: int
    name: str
    role: str


class HouseholdOut(BaseModel):
    id: int
    name: str
    currency: str
    settings: dict[str, Any]
    members: list[MemberOut]


class AccountOut(BaseModel):
    id: int
    name: str
    kind: str
    institution: str | None
    opening_balance: float
    balance: float = Field(description="Opening balance and every transaction, pending ones too")
    closed_on: date | None


class ReconciledOut(BaseModel):
    account_id: int
    statement_on: date
    statement_balance: float
    reconciled_transaction_ids: list[int]


class CategoryOut(BaseModel):
    id: int
    name: str
    archived: bool
    note: str | None


class GroupOut(BaseModel):
    id: int
    name: str
    categories: list[CategoryOut]


class EnvelopeOut(BaseModel):
    category_id: int
    category: str
    allocated: float
    spent: float = Field(description="Positive when money went out")
    left: float


class BudgetOut(BaseModel):
    month: str
    income: float
    allocated: float
    spent: float
    envelopes: list[EnvelopeOut]


class PayeeOut(BaseModel):
    id: int
    name: str
    default_category_id: int | None


class SplitOut(BaseModel):
    line_no: int
    category_id: int
    category: str
    amount: float
    note: str | None


class ShareOut(BaseModel):
    transaction_id: int
    posted_on: date
    payee: str | None
    user_id: int
    user: str
    amount: float
    settled_on: date | None


class SharesOut(BaseModel):
    shares: list[ShareOut]
    unsettled_total: float


class TransactionOut(BaseModel):
    id: int
    account_id: int
    account: str
    payee_id: int | None
    payee: str | None
    posted_on: date
    month: str
    amount: float
    memo: str | None
    status: str
    transfer_id: int | None
    splits: list[SplitOut]


class TransactionPage(BaseModel):
    transactions: list[TransactionOut]
    next_after_id: int | None = Field(description="Pass as after_id for the next page; null on the last one")


class ChangedCount(BaseModel):
    changed: int


class Deleted(BaseModel):
    deleted: bool


class TransferOut(BaseModel):
    id: int
    amount: float
    made_on: date
    out_transaction_id: int
    in_transaction_id: int


class BillOut(BaseModel):
    id: int
    payee_id: int
    payee: str
    account: str
    category: str
    amount: float
    cadence: str
    next_due_on: date
    end_on: date | None
    autopay: bool
    paused: bool
    note: str | None


class PaidBillOut(BaseModel):
    bill: BillOut
    transaction: TransactionOut


class ContributionOut(BaseModel):
    id: int
    user_id: int
    amount: float
    contributed_on: date


class GoalOut(BaseModel):
    id: int
    name: str
    account_id: int | None
    target_amount: float
    saved: float
    target_on: date | None
    status: str
    note: str | None
    contributions: list[ContributionOut]


class ImportOut(BaseModel):
    id: int
    account_id: int
    account: str
    file_name: str
    status: str
    size_bytes: int
    rows_by_decision: dict[str, int]


class ImportRowOut(BaseModel):
    row_no: int
    posted_on: date
    description: str
    amount: float
    decision: str
    payee_id: int | None
    category_id: int | None
    transaction_id: int | None


class ImportDetail(ImportOut):
    rows: list[ImportRowOut]


class AccountIn(Body):
    name: str = Field(min_length=1)
    kind: AccountKind
    institution: str | None = None
    opening_balance: Money = 0


class AccountPatch(Body):
    name: str | None = Field(default=None, min_length=1)
    institution: str | None = clearable("string", "Bank; null for none")
    closed_on: date | None = clearable("string", "Day of closing; null opens the account again")


class ReconcileIn(Body):
    statement_on: date
    statement_balance: Money


class CategoryIn(Body):
    group_id: int
    name: str = Field(min_length=1)
    note: str | None = None


class CategoryPatch(Body):
    name: str | None = Field(default=None, min_length=1)
    archived: bool | None = None
    note: str | None = clearable("string", "Hint; null for none")


class AllocationIn(BaseModel):
    category_id: int
    amount: Annotated[float, Field(ge=0, le=1_000_000), AfterValidator(two_decimals)]


class AllocationsIn(Body):
    allocations: list[AllocationIn] = Field(min_length=1)


class MoveIn(Body):
    from_category_id: int
    to_category_id: int
    amount: Positive


class PayeePatch(Body):
    name: str | None = Field(default=None, min_length=1)
    default_category_id: int | None = clearable("integer", "Category for new transactions; null for none")


class SplitIn(BaseModel):
    category_id: int
    amount: Money
    note: str | None = None


class TransactionIn(Body):
    account_id: int
    posted_on: date
    amount: Money = Field(description="Negative for an expense")
    payee_id: int | None = None
    payee_name: str | None = Field(
        default=None, description="Instead of payee_id; unknown names become payees"
    )
    category_id: int | None = Field(default=None, description="Whole amount to one category")
    splits: list[SplitIn] | None = Field(default=None, description="Instead of category_id; must add up")
    memo: str | None = None
    status: Literal["pending", "cleared"] = "cleared"


class TransactionPatch(Body):
    posted_on: date | None = None
    payee_id: int | None = clearable("integer", "null for no payee")
    memo: str | None = clearable("string", "null for no memo")
    status: Literal["pending", "cleared"] | None = None


class SplitsIn(Body):
    splits: list[SplitIn] = Field(min_length=1, description="In the wanted order; must add up to the amount")


class RecategoriseIn(Body):
    transaction_ids: list[int] = Field(min_length=1, max_length=100)
    category_id: int


class TransferIn(Body):
    from_account_id: int
    to_account_id: int
    amount: Positive
    made_on: date
    memo: str | None = None


class BillIn(Body):
    payee_id: int
    account_id: int
    category_id: int
    amount: Positive
    cadence: Cadence
    next_due_on: date
    end_on: date | None = None
    autopay: bool = False
    note: str | None = None


class BillPatch(Body):
    amount: Positive | None = None
    account_id: int | None = None
    next_due_on: date | None = None
    end_on: date | None = clearable("string", "Last day of the contract; null for open-ended")
    autopay: bool | None = None
    paused: bool | None = None
    note: str | None = clearable("string", "null for none")


class PayBillIn(Body):
    paid_on: date
    amount: Positive | None = Field(default=None, description="The bill's usual amount when left out")


class GoalIn(Body):
    name: str = Field(min_length=1)
    target_amount: Positive
    target_on: date | None = None
    account_id: int | None = None
    note: str | None = None


class GoalPatch(Body):
    name: str | None = Field(default=None, min_length=1)
    target_amount: Positive | None = None
    target_on: date | None = clearable("string", "Wanted day; null for no date")
    status: Literal["active", "reached", "dropped"] | None = None
    note: str | None = clearable("string", "null for none")


class ContributionIn(Body):
    amount: Positive
    contributed_on: date
    user_id: int = USER_ID


class StagedRowIn(BaseModel):
    posted_on: date
    description: str
    amount: Money


class ImportIn(Body):
    account_id: int
    file_name: str
    rows: list[StagedRowIn] = Field(min_length=1, max_length=200)


class RowDecision(BaseModel):
    row_no: int
    decision: Literal["new", "duplicate", "skip"] | None = None
    category_id: int | None = Field(default=None, description="Left out: unchanged; null: none")
    payee_id: int | None = Field(default=None, description="Left out: unchanged; null: none")


class DecisionsIn(Body):
    decisions: list[RowDecision] = Field(min_length=1)


class ShareIn(BaseModel):
    user_id: int
    amount: Positive


class SharesIn(Body):
    shares: list[ShareIn] = Field(description="Replaces all shares that are not settled yet; [] for none")


class SettleIn(Body):
    user_id: int
    transaction_ids: list[int] = Field(min_length=1)
    settled_on: date


# ---------------------------------------------------------------- helpers


def cents(amount: float) -> int:
    return round(amount * 100)


def total(amounts: Iterable[float]) -> float:
    return sum(cents(amount) for amount in amounts) / 100


def find(db: Session, model: Any, key: Any, label: str) -> Any:
    row = db.get(model, key)
    if row is None:
        raise HTTPException(404, f"{label} {key} not found")
    return row


def find_open_account(db: Session, account_id: int) -> Account:
    account: Account = find(db, Account, account_id, "Account")
    if account.closed_on is not None:
        raise HTTPException(409, f"'{account.name}' is closed")
    return account


def patch(row: Any, body: Body, *nullable: str) -> None:
    for field, value in body.model_dump(exclude_unset=True).items():
        if value is None and field not in nullable:
            raise HTTPException(422, f"{field} may not be null")
        setattr(row, field, value)


def account_out(db: Session, account: Account) -> AccountOut:
    amounts = db.scalars(select(Transaction.amount).where(Transaction.account_id == account.id))
    return AccountOut(
        id=account.id,
        name=account.name,
        kind=account.kind,
        institution=account.institution,
        opening_balance=account.opening_balance,
        balance=total([account.opening_balance, *amounts]),
        closed_on=account.closed_on,
    )


def category_out(category: Category) -> CategoryOut:
    return CategoryOut(id=category.id, name=category.name, archived=category.archived, note=category.note)


def transaction_out(row: Transaction) -> TransactionOut:
    return TransactionOut(
        id=row.id,
        account_id=row.account_id,
        account=row.account.name,
        payee_id=row.payee_id,
        payee=row.payee.name if row.payee else None,
        posted_on=row.posted_on,
        month=row.month,
        amount=row.amount,
        memo=row.memo,
        status=row.status,
        transfer_id=row.transfer_id,
        splits=[
            SplitOut(
                line_no=s.line_no,
                category_id=s.category_id,
                category=s.category.name,
                amount=s.amount,
                note=s.note,
            )
            for s in row.splits
        ],
    )


def bill_out(bill: Bill) -> BillOut:
    return BillOut(
        id=bill.id,
        payee_id=bill.payee_id,
        payee=bill.payee.name,
        account=bill.account.name,
        category=bill.category.name,
        amount=bill.amount,
        cadence=bill.cadence,
        next_due_on=bill.next_due_on,
        end_on=bill.end_on,
        autopay=bill.autopay,
        paused=bill.paused,
        note=bill.note,
    )


def goal_out(goal: Goal) -> GoalOut:
    return GoalOut(
        id=goal.id,
        name=goal.name,
        account_id=goal.account_id,
        target_amount=goal.target_amount,
        saved=total(c.amount for c in goal.contributions),
        target_on=goal.target_on,
        status=goal.status,
        note=goal.note,
        contributions=[
            ContributionOut(id=c.id, user_id=c.user_id, amount=c.amount, contributed_on=c.contributed_on)
            for c in goal.contributions
        ],
    )


def import_detail(batch: Import) -> ImportDetail:
    counts: dict[str, int] = {}
    for row in batch.rows:
        counts[row.decision] = counts.get(row.decision, 0) + 1
    return ImportDetail(
        id=batch.id,
        account_id=batch.account_id,
        account=batch.account.name,
        file_name=batch.file_name,
        status=batch.status,
        size_bytes=len(batch.raw_csv),
        rows_by_decision=counts,
        rows=[ImportRowOut.model_validate(row, from_attributes=True) for row in batch.rows],
    )


def share_out(share: ExpenseShare) -> ShareOut:
    return ShareOut(
        transaction_id=share.transaction_id,
        posted_on=share.transaction.posted_on,
        payee=share.transaction.payee.name if share.transaction.payee else None,
        user_id=share.user_id,
        user=share.user.name,
        amount=share.amount,
        settled_on=share.settled_on,
    )


def put_splits(db: Session, row: Transaction, splits: list[SplitIn]) -> None:
    """Replaces the splits of a transaction that is not a transfer."""
    if row.transfer_id is not None:
        raise HTTPException(409, "Transfers have no categories")
    if sum(cents(s.amount) for s in splits) != cents(row.amount):
        raise HTTPException(422, f"The splits must add up to {row.amount:.2f}")
    for split in splits:
        if find(db, Category, split.category_id, "Category").archived:
            raise HTTPException(409, f"Category {split.category_id} is archived")
    row.splits.clear()
    db.flush()
    row.splits.extend(Split(line_no=n, **s.model_dump()) for n, s in enumerate(splits, start=1))
    db.flush()


def envelope(db: Session, category_id: int, month: str) -> Allocation:
    find(db, Category, category_id, "Category")
    allocation = db.get(Allocation, (category_id, month))
    if allocation is None:
        allocation = Allocation(category_id=category_id, month=month, amount=0)
        db.add(allocation)
    return allocation


def following(due: date, cadence: str) -> date:
    """The next due date; a day that the month lacks becomes its last one."""
    if cadence == "weekly":
        return due + timedelta(days=7)
    months = {"monthly": 1, "quarterly": 3, "yearly": 12}[cadence]
    year, month = divmod(due.year * 12 + due.month - 1 + months, 12)
    return date(year, month + 1, min(due.day, monthrange(year, month + 1)[1]))


def staged(batch: Import) -> Import:
    if batch.status != "staged":
        raise HTTPException(409, f"The import is {batch.status}")
    return batch


def match_rule(rules: list[ImportRule], description: str, amount: float) -> ImportRule | None:
    for rule in rules:
        if rule.matcher["contains"] not in description.upper():
            continue
        if abs(amount) <= rule.matcher.get("max_amount", abs(amount)):
            return rule
    return None


# ---------------------------------------------------------------- household and accounts

accounts = APIRouter(tags=["accounts"])


@accounts.get(
    "/household",
    operation_id="get_household",
    summary="Show the household",
    description="The household with its members, currency and settings.",
    response_model=HouseholdOut,
)
def get_household() -> Any:
    with SessionLocal() as db:
        household = find(db, Household, HOUSEHOLD_ID, "Household")
        return HouseholdOut(
            id=household.id,
            name=household.name,
            currency=household.currency,
            settings=household.settings,
            members=[MemberOut(user_id=m.user_id, name=m.user.name, role=m.role) for m in household.members],
        )


@accounts.get(
    "/accounts",
    operation_id="list_accounts",
    summary="List accounts",
    description="Accounts with their balances; closed ones only on request.",
    response_model=list[AccountOut],
)
def list_accounts(include_closed: bool = False) -> Any:
    with SessionLocal() as db:
        query = select(Account).where(Account.household_id == HOUSEHOLD_ID).order_by(Account.id)
        if not include_closed:
            query = query.where(Account.closed_on.is_(None))
        return [account_out(db, account) for account in db.scalars(query)]


@accounts.post(
    "/accounts",
    operation_id="open_account",
    summary="Open an account",
    description="Adds an account to the household.",
    response_model=AccountOut,
    status_code=201,
)
def open_account(body: AccountIn) -> Any:
    with SessionLocal.begin() as db:
        if db.scalar(select(Account.id).where(Account.name == body.name)):
            raise HTTPException(409, "There is an account with this name")
        account = Account(household_id=HOUSEHOLD_ID, **body.model_dump())
        db.add(account)
        db.flush()
        return account_out(db, account)


@accounts.patch(
    "/accounts/{account_id}",
    operation_id="update_account",
    summary="Rename, close or reopen an account",
    description="Changes the given fields; an account closes only at a balance of zero.",
    response_model=AccountOut,
)
def update_account(account_id: int, body: AccountPatch) -> Any:
    with SessionLocal.begin() as db:
        account = find(db, Account, account_id, "Account")
        if body.closed_on is not None and account_out(db, account).balance != 0:
            raise HTTPException(409, "Only an account with a balance of zero can be closed")
        patch(account, body, "institution", "closed_on")
        return account_out(db, account)


@accounts.post(
    "/accounts/{account_id}/reconcile",
    operation_id="reconcile_account",
    summary="Reconcile an account with a statement",
    description="Marks all cleared transactions up to the statement's day as reconciled, if they and the "
    "opening "
    "balance add up to the statement's balance; otherwise nothing changes and the difference is reported.",
    response_model=ReconciledOut,
)
def reconcile_account(account_id: int, body: ReconcileIn) -> Any:
    with SessionLocal.begin() as db:
        account = find_open_account(db, account_id)
        rows = db.scalars(
            select(Transaction)
            .where(Transaction.account_id == account_id, Transaction.posted_on <= body.statement_on)
            .where(Transaction.status != "pending")
            .order_by(Transaction.id)
        ).all()
        difference = total([body.statement_balance, -account.opening_balance, *(-row.amount for row in rows)])
        if difference:
            raise HTTPException(409, f"Statement and cleared transactions differ by {difference:.2f}")
        cleared = [row for row in rows if row.status == "cleared"]
        for row in cleared:
            row.status = "reconciled"
        return ReconciledOut(
            account_id=account_id,
            statement_on=body.statement_on,
            statement_balance=body.statement_balance,
            reconciled_transaction_ids=[row.id for row in cleared],
        )


@accounts.post(
    "/transfers",
    operation_id="transfer_money",
    summary="Transfer money between accounts",
    description="Books one transaction out of and one into an account, both cleared and without category.",
    response_model=TransferOut,
    status_code=201,
)
def transfer_money(body: TransferIn) -> Any:
    if body.from_account_id == body.to_account_id:
        raise HTTPException(422, "The two accounts must differ")
    with SessionLocal.begin() as db:
        transfer = Transfer(**body.model_dump(exclude={"memo"}))
        sides = []
        for account_id, sign in ((body.from_account_id, -1), (body.to_account_id, 1)):
            find_open_account(db, account_id)
            sides.append(
                Transaction(
                    account_id=account_id, posted_on=body.made_on, amount=sign * body.amount, memo=body.memo
                )
            )
        db.add(transfer)
        db.flush()
        for side in sides:
            side.transfer_id = transfer.id
            db.add(side)
            db.flush()
        return TransferOut(
            id=transfer.id,
            amount=transfer.amount,
            made_on=transfer.made_on,
            out_transaction_id=sides[0].id,
            in_transaction_id=sides[1].id,
        )


# ---------------------------------------------------------------- categories and envelopes

budget = APIRouter(tags=["budget"])


@budget.get(
    "/categories",
    operation_id="list_categories",
    summary="List categories",
    description="Groups with their categories; archived ones only on request.",
    response_model=list[GroupOut],
)
def list_categories(include_archived: bool = False) -> Any:
    with SessionLocal() as db:
        return [
            GroupOut(
                id=group.id,
                name=group.name,
                categories=[category_out(c) for c in group.categories if include_archived or not c.archived],
            )
            for group in db.scalars(select(CategoryGroup).order_by(CategoryGroup.position))
        ]


@budget.post(
    "/categories",
    operation_id="create_category",
    summary="Create a category",
    description="Adds a category to a group.",
    response_model=CategoryOut,
    status_code=201,
)
def create_category(body: CategoryIn) -> Any:
    with SessionLocal.begin() as db:
        find(db, CategoryGroup, body.group_id, "Group")
        if db.scalar(select(Category.id).where(func.lower(Category.name) == body.name.lower())):
            raise HTTPException(409, "There is a category with this name")
        category = Category(**body.model_dump())
        db.add(category)
        db.flush()
        return category_out(category)


@budget.patch(
    "/categories/{category_id}",
    operation_id="update_category",
    summary="Rename or archive a category",
    description="Changes the given fields; transactions keep an archived category.",
    response_model=CategoryOut,
)
def update_category(category_id: int, body: CategoryPatch) -> Any:
    with SessionLocal.begin() as db:
        category = find(db, Category, category_id, "Category")
        patch(category, body, "note")
        return category_out(category)


@budget.get(
    "/budget/{month}",
    operation_id="get_budget",
    summary="Show a month's budget",
    description="Every envelope with what was allocated, spent and is left; below zero means overspent.",
    response_model=BudgetOut,
)
def get_budget(month: Month) -> Any:
    with SessionLocal() as db:
        return budget_out(db, month)


def budget_out(db: Session, month: str) -> BudgetOut:
    allocated = {
        a.category_id: a.amount for a in db.scalars(select(Allocation).where(Allocation.month == month))
    }
    moved: dict[int, list[float]] = {}
    rows = (
        select(Split)
        .join(Transaction, Transaction.id == Split.transaction_id)
        .where(Transaction.month == month)
    )
    for split in db.scalars(rows):
        moved.setdefault(split.category_id, []).append(split.amount)
    income_group = db.scalar(select(CategoryGroup.id).where(CategoryGroup.name == "Income"))
    envelopes: list[EnvelopeOut] = []
    income = 0.0
    for category in db.scalars(select(Category).order_by(Category.group_id, Category.id)):
        amounts = moved.get(category.id, [])
        if category.group_id == income_group:
            income = total([income, *amounts])
        elif category.id in allocated or amounts:
            spent = total(-amount for amount in amounts)
            envelopes.append(
                EnvelopeOut(
                    category_id=category.id,
                    category=category.name,
                    allocated=allocated.get(category.id, 0),
                    spent=spent,
                    left=total([allocated.get(category.id, 0), -spent]),
                )
            )
    return BudgetOut(
        month=month,
        income=income,
        allocated=total(e.allocated for e in envelopes),
        spent=total(e.spent for e in envelopes),
        envelopes=envelopes,
    )


@budget.put(
    "/budget/{month}/allocations",
    operation_id="set_allocations",
    summary="Allocate money to envelopes",
    description="Sets the allocation of each given category for the month; the others stay.",
    response_model=BudgetOut,
)
def set_allocations(month: Month, body: AllocationsIn) -> Any:
    with SessionLocal.begin() as db:
        for item in body.allocations:
            envelope(db, item.category_id, month).amount = item.amount
        db.flush()
        return budget_out(db, month)


@budget.post(
    "/budget/{month}/moves",
    operation_id="move_allocation",
    summary="Move money between envelopes",
    description="Takes the amount from one category's allocation of the month and adds it to another's.",
    response_model=BudgetOut,
)
def move_allocation(month: Month, body: MoveIn) -> Any:
    if body.from_category_id == body.to_category_id:
        raise HTTPException(422, "The two categories must differ")
    with SessionLocal.begin() as db:
        source = envelope(db, body.from_category_id, month)
        target = envelope(db, body.to_category_id, month)
        if cents(source.amount) < cents(body.amount):
            raise HTTPException(409, f"Only {source.amount:.2f} are allocated there")
        source.amount = total([source.amount, -body.amount])
        target.amount = total([target.amount, body.amount])
        db.flush()
        return budget_out(db, month)


# ---------------------------------------------------------------- payees and transactions

ledger = APIRouter(tags=["ledger"])


@ledger.get(
    "/payees",
    operation_id="list_payees",
    summary="List payees",
    description="Payees by name, or those whose name contains `q`.",
    response_model=list[PayeeOut],
)
def list_payees(q: str | None = None) -> Any:
    with SessionLocal() as db:
        query = select(Payee).order_by(Payee.name)
        if q:
            query = query.where(Payee.name.icontains(q, autoescape=True))
        return [PayeeOut.model_validate(p, from_attributes=True) for p in db.scalars(query)]


@ledger.patch(
    "/payees/{payee_id}",
    operation_id="update_payee",
    summary="Update a payee",
    description="Renames a payee or changes its default category.",
    response_model=PayeeOut,
)
def update_payee(payee_id: int, body: PayeePatch) -> Any:
    with SessionLocal.begin() as db:
        payee = find(db, Payee, payee_id, "Payee")
        if body.default_category_id is not None:
            find(db, Category, body.default_category_id, "Category")
        patch(payee, body, "default_category_id")
        return PayeeOut.model_validate(payee, from_attributes=True)


@ledger.get(
    "/transactions",
    operation_id="list_transactions",
    summary="List transactions",
    description="Transactions matching every given filter, by id. `q` looks in memo and payee name; "
    "amounts are "
    "compared without their sign.",
    response_model=TransactionPage,
)
def list_transactions(
    month: Annotated[str | None, Query(pattern=MONTH, description="Month as YYYY-MM")] = None,
    account_id: int | None = None,
    payee_id: int | None = None,
    category_id: int | None = None,
    status: Annotated[list[Status] | None, Query(description="Any of these")] = None,
    min_amount: Annotated[float | None, Query(ge=0)] = None,
    max_amount: Annotated[float | None, Query(ge=0)] = None,
    q: str | None = None,
    after_id: Annotated[int, Query(ge=0, description="Only ids above this one")] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 25,
) -> Any:
    with SessionLocal() as db:
        query = select(Transaction).where(Transaction.id > after_id).order_by(Transaction.id)
        if month:
            query = query.where(Transaction.month == month)
        if account_id is not None:
            query = query.where(Transaction.account_id == account_id)
        if payee_id is not None:
            query = query.where(Transaction.payee_id == payee_id)
        if category_id is not None:
            query = query.where(Transaction.splits.any(Split.category_id == category_id))
        if status:
            query = query.where(Transaction.status.in_(status))
        if min_amount is not None:
            query = query.where(func.abs(Transaction.amount) >= min_amount)
        if max_amount is not None:
            query = query.where(func.abs(Transaction.amount) <= max_amount)
        if q:
            by_payee = Transaction.payee.has(Payee.name.icontains(q, autoescape=True))
            query = query.where(Transaction.memo.icontains(q, autoescape=True) | by_payee)
        rows = db.scalars(query.limit(limit + 1)).all()
        return TransactionPage(
            transactions=[transaction_out(row) for row in rows[:limit]],
            next_after_id=rows[limit - 1].id if len(rows) > limit else None,
        )


@ledger.post(
    "/transactions",
    operation_id="record_transaction",
    summary="Record a transaction",
    description="Books an expense (negative) or income (positive), to one category, to splits that add "
    "up, or to the "
    "payee's default category.",
    response_model=TransactionOut,
    status_code=201,
)
def record_transaction(body: TransactionIn) -> Any:
    with SessionLocal.begin() as db:
        find_open_account(db, body.account_id)
        payee: Payee | None = None
        if body.payee_id is not None:
            payee = find(db, Payee, body.payee_id, "Payee")
        elif body.payee_name:
            payee = db.scalar(select(Payee).where(func.lower(Payee.name) == body.payee_name.lower()))
            if payee is None:
                payee = Payee(name=body.payee_name)
                db.add(payee)
        category_id = body.category_id or (payee.default_category_id if payee else None)
        if not cents(body.amount):
            raise HTTPException(422, "The amount may not be zero")
        if body.splits is None and category_id is None:
            raise HTTPException(422, "Give a category or splits: the payee has no default category")
        row = Transaction(
            account_id=body.account_id,
            payee=payee,
            posted_on=body.posted_on,
            amount=body.amount,
            memo=body.memo,
            status=body.status,
        )
        db.add(row)
        db.flush()
        put_splits(db, row, body.splits or [SplitIn(category_id=category_id or 0, amount=body.amount)])
        return transaction_out(row)


@ledger.post(
    "/transactions/recategorise",
    operation_id="recategorise_transactions",
    summary="Move transactions to another category",
    description="Moves whole transactions with a single split to the category, all of them or none.",
    response_model=ChangedCount,
)
def recategorise_transactions(body: RecategoriseIn) -> Any:
    with SessionLocal.begin() as db:
        if find(db, Category, body.category_id, "Category").archived:
            raise HTTPException(409, "The category is archived")
        changed = 0
        for key in dict.fromkeys(body.transaction_ids):
            row = find(db, Transaction, key, "Transaction")
            if len(row.splits) != 1:
                raise HTTPException(409, f"Transaction {key} does not have exactly one split")
            changed += row.splits[0].category_id != body.category_id
            row.splits[0].category_id = body.category_id
        return ChangedCount(changed=changed)


@ledger.get(
    "/transactions/{transaction_id}",
    operation_id="get_transaction",
    summary="Show a transaction",
    description="One transaction with its splits.",
    response_model=TransactionOut,
)
def get_transaction(transaction_id: int) -> Any:
    with SessionLocal() as db:
        return transaction_out(find(db, Transaction, transaction_id, "Transaction"))


@ledger.patch(
    "/transactions/{transaction_id}",
    operation_id="update_transaction",
    summary="Update a transaction",
    description="Changes day, payee, memo or status of a transaction that is not reconciled.",
    response_model=TransactionOut,
)
def update_transaction(transaction_id: int, body: TransactionPatch) -> Any:
    with SessionLocal.begin() as db:
        row = find(db, Transaction, transaction_id, "Transaction")
        if row.status == "reconciled":
            raise HTTPException(409, "Reconciled transactions cannot change")
        if body.payee_id is not None:
            find(db, Payee, body.payee_id, "Payee")
        patch(row, body, "payee_id", "memo")
        db.flush()
        db.refresh(row)
        return transaction_out(row)


@ledger.delete(
    "/transactions/{transaction_id}",
    operation_id="delete_transaction",
    summary="Delete a transaction",
    description="Deletes a transaction with its splits and shares; not reconciled ones, transfers or paid "
    "bills."
    "Deletes a transaction with its splits and shares; not reconciled ones, transfers or paid bills.",
    response_model=Deleted,
)
def delete_transaction(transaction_id: int) -> Any:
    with SessionLocal.begin() as db:
        row = find(db, Transaction, transaction_id, "Transaction")
        used = db.scalar(select(BillPayment.bill_id).where(BillPayment.transaction_id == transaction_id))
        imported = db.scalar(select(ImportRow.import_id).where(ImportRow.transaction_id == transaction_id))
        if row.status == "reconciled" or row.transfer_id is not None or used or imported:
            raise HTTPException(
                409, "The transaction is reconciled, or part of a transfer, a bill or an import"
            )
        db.delete(row)
        return Deleted(deleted=True)


@ledger.put(
    "/transactions/{transaction_id}/splits",
    operation_id="replace_splits",
    summary="Split a transaction",
    description="Replaces the splits of a transaction; they must add up to its amount.",
    response_model=TransactionOut,
)
def replace_splits(transaction_id: int, body: SplitsIn) -> Any:
    with SessionLocal.begin() as db:
        row = find(db, Transaction, transaction_id, "Transaction")
        put_splits(db, row, body.splits)
        return transaction_out(row)


# ---------------------------------------------------------------- shares

shares = APIRouter(tags=["shares"])


@shares.get(
    "/shares",
    operation_id="list_shares",
    summary="List shares of expenses",
    description="Who owes the household a share of which expense, by member, month and whether it is settled."
    "Who owes the household a share of which expense, by member, month and whether it is settled.",
    response_model=SharesOut,
)
def list_shares(
    user_id: int | None = None,
    month: Annotated[str | None, Query(pattern=MONTH, description="Month of the expense")] = None,
    unsettled_only: bool = False,
) -> Any:
    with SessionLocal() as db:
        query = select(ExpenseShare).join(Transaction).order_by(Transaction.posted_on, Transaction.id)
        if user_id is not None:
            query = query.where(ExpenseShare.user_id == user_id)
        if month:
            query = query.where(Transaction.month == month)
        if unsettled_only:
            query = query.where(ExpenseShare.settled_on.is_(None))
        rows = db.scalars(query).all()
        return SharesOut(
            shares=[share_out(row) for row in rows],
            unsettled_total=total(row.amount for row in rows if row.settled_on is None),
        )


@shares.put(
    "/transactions/{transaction_id}/shares",
    operation_id="set_shares",
    summary="Share an expense",
    description="Sets which member owes how much of an expense, at most its amount in all.",
    response_model=list[ShareOut],
)
def set_shares(transaction_id: int, body: SharesIn) -> Any:
    with SessionLocal.begin() as db:
        row = find(db, Transaction, transaction_id, "Transaction")
        present = db.scalars(select(ExpenseShare).where(ExpenseShare.transaction_id == transaction_id)).all()
        settled = [share for share in present if share.settled_on is not None]
        wanted = {share.user_id: share.amount for share in body.shares}
        if any(share.user_id in wanted for share in settled):
            raise HTTPException(409, "A settled share cannot change")
        if cents(total([*wanted.values(), *(s.amount for s in settled)])) > -cents(row.amount):
            raise HTTPException(422, "The shares are larger than the expense")
        for share in present:
            if share.settled_on is None:
                db.delete(share)
        db.flush()
        for user_id, amount in wanted.items():
            if db.get(HouseholdMember, (HOUSEHOLD_ID, user_id)) is None:
                raise HTTPException(404, f"Member {user_id} not found")
            db.add(ExpenseShare(transaction_id=transaction_id, user_id=user_id, amount=amount))
        db.flush()
        query = select(ExpenseShare).where(ExpenseShare.transaction_id == transaction_id)
        return [share_out(share) for share in db.scalars(query.order_by(ExpenseShare.user_id))]


@shares.post(
    "/shares/settle",
    operation_id="settle_shares",
    summary="Settle a member's shares",
    description="Marks the member's shares of the given expenses as paid back, all of them or none.",
    response_model=SharesOut,
)
def settle_shares(body: SettleIn) -> Any:
    with SessionLocal.begin() as db:
        rows: list[ExpenseShare] = []
        for key in dict.fromkeys(body.transaction_ids):
            share = find(db, ExpenseShare, (key, body.user_id), "Share")
            if share.settled_on is not None:
                raise HTTPException(409, f"The share of transaction {key} is settled already")
            share.settled_on = body.settled_on
            rows.append(share)
        return SharesOut(shares=[share_out(row) for row in rows], unsettled_total=0)


# ---------------------------------------------------------------- bills and goals

plans = APIRouter(tags=["plans"])


@plans.get(
    "/bills",
    operation_id="list_bills",
    summary="List recurring bills",
    description="Bills by due date; paused ones only on request.",
    response_model=list[BillOut],
)
def list_bills(due_before: date | None = None, include_paused: bool = False) -> Any:
    with SessionLocal() as db:
        query = select(Bill).order_by(Bill.next_due_on, Bill.id)
        if due_before:
            query = query.where(Bill.next_due_on < due_before)
        if not include_paused:
            query = query.where(Bill.paused.is_(False))
        return [bill_out(bill) for bill in db.scalars(query)]


@plans.post(
    "/bills",
    operation_id="create_bill",
    summary="Create a recurring bill",
    description="Adds a bill for a payee.",
    response_model=BillOut,
    status_code=201,
)
def create_bill(body: BillIn) -> Any:
    with SessionLocal.begin() as db:
        find(db, Payee, body.payee_id, "Payee")
        find_open_account(db, body.account_id)
        find(db, Category, body.category_id, "Category")
        bill = Bill(**body.model_dump())
        db.add(bill)
        db.flush()
        return bill_out(bill)


@plans.patch(
    "/bills/{bill_id}",
    operation_id="update_bill",
    summary="Update a recurring bill",
    description="Changes the given fields of a bill; `end_on` and `note` may be set to null.",
    response_model=BillOut,
)
def update_bill(bill_id: int, body: BillPatch) -> Any:
    with SessionLocal.begin() as db:
        bill = find(db, Bill, bill_id, "Bill")
        if body.account_id is not None:
            find_open_account(db, body.account_id)
        patch(bill, body, "end_on", "note")
        db.flush()
        db.refresh(bill)
        return bill_out(bill)


@plans.post(
    "/bills/{bill_id}/pay",
    operation_id="pay_bill",
    summary="Pay a recurring bill",
    description="Books the payment from the bill's account and moves the due date on by one period.",
    response_model=PaidBillOut,
    status_code=201,
)
def pay_bill(bill_id: int, body: PayBillIn) -> Any:
    with SessionLocal.begin() as db:
        bill = find(db, Bill, bill_id, "Bill")
        if bill.paused:
            raise HTTPException(409, "The bill is paused")
        find_open_account(db, bill.account_id)
        row = Transaction(
            account_id=bill.account_id,
            payee_id=bill.payee_id,
            posted_on=body.paid_on,
            amount=-(body.amount or bill.amount),
        )
        db.add(row)
        db.flush()
        put_splits(db, row, [SplitIn(category_id=bill.category_id, amount=row.amount)])
        db.add(BillPayment(bill_id=bill.id, due_on=bill.next_due_on, transaction_id=row.id))
        bill.next_due_on = following(bill.next_due_on, bill.cadence)
        db.flush()
        return PaidBillOut(bill=bill_out(bill), transaction=transaction_out(row))


@plans.get(
    "/goals",
    operation_id="list_goals",
    summary="List savings goals",
    description="Goals with their contributions.",
    response_model=list[GoalOut],
)
def list_goals(status: Literal["active", "reached", "dropped"] | None = None) -> Any:
    with SessionLocal() as db:
        query = select(Goal).order_by(Goal.id)
        if status:
            query = query.where(Goal.status == status)
        return [goal_out(goal) for goal in db.scalars(query)]


@plans.post(
    "/goals",
    operation_id="create_goal",
    summary="Create a savings goal",
    description="Adds a goal with a target amount and, if wanted, a date.",
    response_model=GoalOut,
    status_code=201,
)
def create_goal(body: GoalIn) -> Any:
    with SessionLocal.begin() as db:
        if db.scalar(select(Goal.id).where(Goal.name == body.name)):
            raise HTTPException(409, "There is a goal with this name")
        if body.account_id is not None:
            find_open_account(db, body.account_id)
        goal = Goal(**body.model_dump())
        db.add(goal)
        db.flush()
        return goal_out(goal)


@plans.patch(
    "/goals/{goal_id}",
    operation_id="update_goal",
    summary="Update a savings goal",
    description="Changes the given fields of a goal; `target_on` and `note` may be set to null.",
    response_model=GoalOut,
)
def update_goal(goal_id: int, body: GoalPatch) -> Any:
    with SessionLocal.begin() as db:
        goal = find(db, Goal, goal_id, "Goal")
        patch(goal, body, "target_on", "note")
        return goal_out(goal)


@plans.post(
    "/goals/{goal_id}/contributions",
    operation_id="contribute_to_goal",
    summary="Contribute to a savings goal",
    description="Adds a contribution of a member; a goal whose target is met becomes reached.",
    response_model=GoalOut,
    status_code=201,
)
def contribute_to_goal(goal_id: int, body: ContributionIn) -> Any:
    with SessionLocal.begin() as db:
        goal = find(db, Goal, goal_id, "Goal")
        if goal.status != "active":
            raise HTTPException(409, f"The goal is {goal.status}")
        if db.get(HouseholdMember, (HOUSEHOLD_ID, body.user_id)) is None:
            raise HTTPException(404, f"Member {body.user_id} not found")
        goal.contributions.append(GoalContribution(**body.model_dump()))
        if total(c.amount for c in goal.contributions) >= goal.target_amount:
            goal.status = "reached"
        db.flush()
        return goal_out(goal)


# ---------------------------------------------------------------- imports

imports = APIRouter(prefix="/imports", tags=["imports"])


@imports.get(
    "",
    operation_id="list_imports",
    summary="List bank imports",
    description="Imports with their rows counted by decision, newest first.",
    response_model=list[ImportOut],
)
def list_imports(status: Literal["staged", "committed", "discarded"] | None = None) -> Any:
    with SessionLocal() as db:
        query = select(Import).order_by(Import.id.desc())
        if status:
            query = query.where(Import.status == status)
        return [ImportOut(**import_detail(batch).model_dump(exclude={"rows"})) for batch in db.scalars(query)]


@imports.post(
    "",
    operation_id="stage_import",
    summary="Stage a bank import",
    description="Stages bank rows for an account: rules suggest payee and category, rows that the account "
    "has "
    "already are marked as duplicates.",
    response_model=ImportDetail,
    status_code=201,
)
def stage_import(body: ImportIn) -> Any:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["date", "description", "amount"])
    writer.writerows([row.posted_on, row.description, f"{row.amount:.2f}"] for row in body.rows)
    with SessionLocal.begin() as db:
        find_open_account(db, body.account_id)
        rules = list(db.scalars(select(ImportRule).order_by(ImportRule.position)))
        known = {
            (posted_on, cents(amount))
            for posted_on, amount in db.execute(
                select(Transaction.posted_on, Transaction.amount).where(
                    Transaction.account_id == body.account_id
                )
            )
        }
        batch = Import(account_id=body.account_id, file_name=body.file_name, raw_csv=text.getvalue().encode())
        for number, row in enumerate(body.rows, start=1):
            rule = match_rule(rules, row.description, row.amount)
            batch.rows.append(
                ImportRow(
                    row_no=number,
                    **row.model_dump(),
                    decision="duplicate" if (row.posted_on, cents(row.amount)) in known else "new",
                    payee_id=rule.payee_id if rule else None,
                    category_id=rule.category_id if rule else None,
                )
            )
        db.add(batch)
        db.flush()
        return import_detail(batch)


@imports.get(
    "/{import_id}",
    operation_id="get_import",
    summary="Show a bank import",
    description="One import with all its rows.",
    response_model=ImportDetail,
)
def get_import(import_id: int) -> Any:
    with SessionLocal() as db:
        return import_detail(find(db, Import, import_id, "Import"))


@imports.patch(
    "/{import_id}/rows",
    operation_id="decide_import_rows",
    summary="Decide on rows of a staged import",
    description="Changes decision, category or payee of several rows at once; what a row leaves out stays.",
    response_model=ImportDetail,
)
def decide_import_rows(import_id: int, body: DecisionsIn) -> Any:
    with SessionLocal.begin() as db:
        batch = staged(find(db, Import, import_id, "Import"))
        for item in body.decisions:
            row = find(db, ImportRow, (import_id, item.row_no), "Row")
            for field, value in item.model_dump(exclude={"row_no"}, exclude_unset=True).items():
                if field == "decision" and value is None:
                    continue
                setattr(row, field, value)
        db.flush()
        return import_detail(batch)


@imports.post(
    "/{import_id}/commit",
    operation_id="commit_import",
    summary="Commit a staged import",
    description="Books every row decided as new, as a cleared transaction; each of them needs a category.",
    response_model=ImportDetail,
)
def commit_import(import_id: int) -> Any:
    with SessionLocal.begin() as db:
        batch = staged(find(db, Import, import_id, "Import"))
        rows = [row for row in batch.rows if row.decision == "new"]
        missing = [row.row_no for row in rows if row.category_id is None]
        if missing:
            raise HTTPException(409, f"Rows without a category: {missing}")
        for row in rows:
            booked = Transaction(
                account_id=batch.account_id,
                payee_id=row.payee_id,
                posted_on=row.posted_on,
                amount=row.amount,
                memo=row.description,
            )
            db.add(booked)
            db.flush()
            put_splits(db, booked, [SplitIn(category_id=row.category_id or 0, amount=row.amount)])
            row.transaction_id = booked.id
            row.decision = "imported"
        batch.status = "committed"
        db.flush()
        return import_detail(batch)


app = FastAPI(title="Household Budget", version="1.0.0")
for router in (accounts, budget, ledger, shares, plans, imports):
    app.include_router(router)


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000")))
